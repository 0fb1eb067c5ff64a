import type { ChildProcess } from 'node:child_process'

export { freePort } from '../database/free_port.js'

/** Waits until a server is ready. @throws Error after `seconds`, which only a hanging server reaches, or when it exits before */
export async function waitUntilReady(url: string, server: ChildProcess, seconds = 600): Promise<void> {
  for (let i = 0; i < seconds * 4; i++) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode} before it was ready.`)
    const isReady = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5000) }).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error(`The server was not ready within ${seconds} seconds.`)
}
