import type { ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'

/** A port that is free now, on the loopback. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

/** Waits until a server that was started says it is ready. @throws Error after a minute, or when it ended before */
export async function waitUntilReady(url: string, server: ChildProcess): Promise<void> {
  for (let i = 0; i < 240; i++) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode} before it was ready.`)
    const isReady = await fetch(`${url}/health/ready`).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error('The server was not ready within a minute.')
}
