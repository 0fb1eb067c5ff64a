import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import pg from 'pg'

/** Milliseconds after which a pending request is reported: no request of a test takes this long on any machine. */
export const HANG_MS = 60_000

interface Watched {
  socket: Socket
  /** The last few requests and responses of the connection. */
  requests: string[]
}

const sockets = new Map<Socket, Watched>()

/** Records the requests of each connection of a server: a request without a response may wait for the one before it. */
export function watchServer(server: Server): void {
  server.on('connection', (socket) => {
    sockets.set(socket, { socket, requests: [] })
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('request', ({ method, url, socket }, response) => {
    const known = sockets.get(socket)
    if (!known) return
    known.requests = [...known.requests.slice(-5), `${method} ${url}`]
    response.once('close', () => known.requests.push(`answered ${response.statusCode}`))
  })
}

const connectionLine = ({ socket, requests }: Watched) =>
  `connection from ${socket.remotePort}: ${socket.bytesRead} read, ${socket.bytesWritten} written, paused ${socket.isPaused()}, ${requests.join(' | ')}`

interface Pool {
  numUsed(): number
  numFree(): number
  numPendingAcquires(): number
  numPendingCreates(): number
}

/** Prints what the database and the pools are waiting for, so that a hanging request leaves a trace in the log. */
export async function explainHang(request: string): Promise<void> {
  const lines = [`No answer after ${HANG_MS / 1000} s: ${request}`, ...[...sockets.values()].map(connectionLine)]
  try {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    for (const name of ['tenant', 'across']) {
      const { pool } = (db.connection(name).getReadClient() as unknown as { client: { pool: Pool } }).client
      const [used, free, waiting, opening] = [pool.numUsed(), pool.numFree(), pool.numPendingAcquires(), pool.numPendingCreates()]
      lines.push(`pool ${name}: ${used} used, ${free} free, ${waiting} waiting, ${opening} opening`)
    }
    const client = new pg.Client({ connectionString: process.env.TEST_SUPERUSER_URL })
    await client.connect()
    const { rows } = await client.query(
      `
      select pid, usename, state, wait_event_type, wait_event, pg_blocking_pids(pid) as blocked_by, now() - state_change as since, left(query, 200) as query
        from pg_stat_activity where datname = $1`,
      [new URL(process.env.DATABASE_URL!).pathname.slice(1)],
    )
    await client.end()
    lines.push(...rows.map((row) => JSON.stringify(row)))
  } catch (error) {
    lines.push(`What it waits for could not be read: ${String(error)}`)
  }
  process.stderr.write(`${lines.join('\n')}\n`)
}
