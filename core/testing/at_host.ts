import { request } from 'node:http'

export interface HostAnswer {
  status: number
  headers: Headers
  bytes: Buffer
  text: string
}

/**
 * GETs an address whose host name only browsers resolve to the tested server: connects to that server and sends the host name.
 * @param server its own address
 */
export function getAtHost(server: string, address: string, headers: Record<string, string> = {}): Promise<HostAnswer> {
  const { hostname, port } = new URL(server)
  const asked = new URL(address)
  // Sent unchanged: a URL object would resolve the dots of a path.
  const path = address.slice(asked.origin.length)
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers: { host: asked.host, ...headers } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('error', reject)
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const pairs = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)])
        resolve({ status: answer.statusCode!, headers: new Headers(pairs), bytes, text: bytes.toString() })
      })
    })
      .on('error', reject)
      .end()
  })
}
