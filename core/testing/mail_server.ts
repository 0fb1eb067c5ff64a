import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll } from 'vitest'

export interface Letter {
  /** The sender in the envelope. */
  from: string
  to: string[]
  source: string
}

/** Controls the mail server of a test, and holds the mails it received. */
export interface MailServer {
  readonly letters: Letter[]
  /** Runs before a mail is accepted. */
  beforeAccept: () => Promise<void>
  /** The refusal for an address, `550 5.1.1 …`; null accepts it. */
  refuses: (address: string) => string | null
  /** Accepts mails and closes the connection without a response. */
  hangsUp: boolean
}

/** Starts a mail server for this test file and points the settings at it. Call it before testApp(), because the settings are read once. */
export async function startMailServer(): Promise<MailServer> {
  const state: MailServer = { letters: [], beforeAccept: async () => {}, refuses: () => null, hangsUp: false }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    // Milliseconds: the sender keeps its connections open.
    closeTimeout: 1,
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
