import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll } from 'vitest'

export interface Letter {
  /** The envelope's sender. */
  from: string
  to: string[]
  source: string
}

/** What a test says to the mail server, and what that received. */
export interface MailServer {
  readonly letters: Letter[]
  /** Runs before a letter is taken. */
  beforeAccept: () => Promise<void>
  /** What it says of an address that it does not take, `550 5.1.1 …`; null: it takes it. */
  refuses: (address: string) => string | null
  /** Takes letters and hangs up without a word. */
  hangsUp: boolean
}

/** Starts a mail server for this test file and points the settings at it. Before testApp(): they are read once. */
export async function startMailServer(): Promise<MailServer> {
  const state: MailServer = { letters: [], beforeAccept: async () => {}, refuses: () => null, hangsUp: false }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      const said = state.refuses(address)
      done(said ? Object.assign(new Error(said.slice(4)), { responseCode: Number(said.slice(0, 3)) }) : null)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        void state.beforeAccept().then(() => {
          const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
          state.letters.push({ from, to: session.envelope.rcptTo.map(({ address }) => address), source: Buffer.concat(chunks).toString() })
          if (!state.hangsUp) return done()
          for (const connection of (server as unknown as { connections: Set<{ close(): void; _socket: Socket }> }).connections)
            connection._socket.destroy()
        })
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
  Object.assign(process.env, { MAIL_HOST: '127.0.0.1', MAIL_PORT: String((server.server.address() as AddressInfo).port) })
  return state
}
