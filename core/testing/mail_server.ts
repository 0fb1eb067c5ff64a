import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll } from 'vitest'

export interface Letter {
  to: string[]
  source: string
}

/** What a test says to the mail server, and what that received. */
export interface MailServer {
  readonly letters: Letter[]
  /** Runs before a letter is taken. */
  beforeAccept: () => Promise<void>
  /** Takes letters and hangs up without a word. */
  hangsUp: boolean
}

/** Starts a mail server for this test file and points the settings at it. Before testApp(): they are read once. */
export async function startMailServer(): Promise<MailServer> {
  const state: MailServer = { letters: [], beforeAccept: async () => {}, hangsUp: false }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        void state.beforeAccept().then(() => {
          state.letters.push({ to: session.envelope.rcptTo.map(({ address }) => address), source: Buffer.concat(chunks).toString() })
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
