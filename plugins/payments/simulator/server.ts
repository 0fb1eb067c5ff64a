import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Stripe from 'stripe'
import type { ProviderSettings } from '../server/stripe/provider.js'
import { answer, expireSession } from './api.js'
import { payPage } from './page.js'
import { SimulatorState } from './state.js'
import { WAYS, type Way, settle } from './till.js'

const MOST_TRIES = 12
const MAX_BYTES = 100_000

export interface Simulator {
  readonly url: string
  readonly settings: ProviderSettings
  /** Faults: no response at all, or one delayed by milliseconds; events are held back. */
  readonly faults: { isDown: boolean; slowMs: number; isSilent: boolean }
  /** Pays or declines, as a person would on its page. @returns where the browser is redirected */
  readonly settle: (session: string, way: Way) => string
  /** Number of events that the platform has not accepted yet. */
  readonly undelivered: () => number
  /** Expires a session. */
  readonly age: (session: string) => void
  readonly stop: () => Promise<void>
}

const listen = (server: Server, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })

/**
 * A card payment provider for the demo and the tests with the wire format of the real one, so that the official package works unchanged. It
 * listens on this machine only, at its last port or, when that is in use, at any free one.
 * @param folder of its state file
 * @param webhook address for events
 */
export async function startSimulator({ folder, webhook }: { folder: string; webhook: string }): Promise<Simulator> {
  const state = new SimulatorState(join(folder, 'payment_simulator.json'))
  const { secretKey, webhookSecret } = state.kept
  const faults = { isDown: false, slowMs: 0, isSilent: false }
  const ending = new AbortController()
  let url = ''

  const tell = (events: object[], after: number) => {
    state.kept.waiting.push(...events.map((event) => ({ body: JSON.stringify(event), tries: 0, at: Date.now() + after })))
    state.save()
    void deliver()
  }
  const simulated = { state, url: () => url, secretKey, tell: (...events: object[]) => tell(events, 0) }

  let delivering: Promise<void> | null = null
  const deliver = () => (delivering ??= sendWaiting().finally(() => (delivering = null)))
  async function sendWaiting(): Promise<void> {
    for (;;) {
      const next = faults.isSilent ? undefined : state.kept.waiting.find(({ at }) => at <= Date.now())
      if (!next || ending.signal.aborted) return
      const header = Stripe.webhooks.generateTestHeaderString({ payload: next.body, secret: webhookSecret })
      const taken = await fetch(webhook, {
        method: 'POST',
        body: next.body,
        headers: { 'content-type': 'application/json', 'stripe-signature': header },
        signal: AbortSignal.timeout(5000),
      }).then(
        (response) => response.ok,
        () => false,
      )
      next.tries += 1
      // Growing pauses, like the real one.
      next.at = Date.now() + 500 * 2 ** next.tries
      if (taken || next.tries >= MOST_TRIES) state.kept.waiting.splice(state.kept.waiting.indexOf(next), 1)
      state.save()
    }
  }

  const pay = (id: string, way: Way) => {
    const session = state.kept.sessions[id]
    if (!session) return ''
    expireSession(simulated, session)
    for (const { events, after } of settle(session, way, url)) tell(events, after)
    state.save()
    // After a decline the person stays and tries another card.
    if (way === 'decline') return `${url}/pay/${id}?declined=1`
    return session.paid ? session.success : session.cancel
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', url)
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > MAX_BYTES) return void response.writeHead(413).end()
      chunks.push(chunk)
    }
    const body = Buffer.concat(chunks).toString('utf8')
    if (path.startsWith('/v1/')) {
      if (faults.isDown) return void request.socket.destroy()
      if (faults.slowMs) await wait(faults.slowMs, undefined, { signal: ending.signal })
      const header = (name: string) => request.headers[name] as string | undefined
      const given = answer(simulated, { method: request.method ?? 'GET', path, body, header })
      return void response
        .writeHead(given.status, { 'content-type': 'application/json', 'request-id': 'req_simulator' })
        .end(JSON.stringify(given.body))
    }
    const id = /^\/pay\/(\w+)$/.exec(path)?.[1]
    const session = id ? state.kept.sessions[id] : undefined
    if (!session) return void response.writeHead(404).end()
    expireSession(simulated, session)
    const way = WAYS.find((each) => each === new URLSearchParams(body).get('way'))
    if (request.method === 'POST' && way) return void response.writeHead(303, { location: pay(session.id, way) }).end()
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(payPage(session, searchParams.has('declined')))
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.headersSent || response.writeHead(500).end())
  })
  await listen(server, state.kept.port).catch(() => listen(server, 0))
  const { port } = server.address() as AddressInfo
  url = `http://127.0.0.1:${port}`
  state.kept.port = port
  state.save()
  // Not before it listens: when the port is in use there is no simulator, and nothing may keep the process alive or send another one's
  // events.
  const clock = setInterval(() => void deliver(), 250)

  return {
    url,
    settings: { secretKey, webhookSecret, apiUrl: url },
    faults,
    settle: pay,
    undelivered: () => state.kept.waiting.length,
    age: (id) => {
      const session = state.kept.sessions[id]
      if (session) session.expires = 0
    },
    stop: async () => {
      ending.abort()
      clearInterval(clock)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await delivering
    },
  }
}
