import { createServer } from 'node:net'

/** A free port on the loopback interface. */
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

/** Whether the port can be used now. Other problems show when the server listens. */
export async function isPortFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'EADDRINUSE'))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}

/** The first free port after one that is in use, or any free one. */
export async function freePortAfter(port: number, host: string): Promise<number> {
  for (let next = port + 1; next <= Math.min(port + 50, 65_535); next++) if (await isPortFree(next, host)) return next
  return freePort()
}
