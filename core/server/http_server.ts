import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Ignitor } from '@adonisjs/core'
import { answerOnPackagesHost } from '../http/packages_origin.js'
import { readRestOf } from '../http/raw_body.js'
import { securityHeaders } from '../http/security_headers.js'

const KEEP_ALIVE_MS = 75_000

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

/**
 * What stands before the framework: the headers that every answer carries, also
 * the one to an address that cannot even be decoded, no request id of a
 * visitor's making, which would end up in our log as ours, and nothing but packages on their host.
 */
function createPlatformServer(handle: Handler): Server {
  const server = createServer((request, response) => {
    delete request.headers['x-request-id']
    for (const [name, value] of securityHeaders) response.setHeader(name, value)
    const { socket } = request
    response.once('finish', () => readRestOf(request, socket))
    return answerOnPackagesHost(request, response) || handle(request, response)
  })
  // Longer than a reverse proxy keeps its connections: else it may send a request just as we close, and answer 502.
  server.keepAliveTimeout = KEEP_ALIVE_MS
  return server.on('clientError', refuse)
}

/** What is no HTTP at all never becomes a request: answered as Node does it, with our headers. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request'
  const headers = [...securityHeaders, ['Connection', 'close'], ['Content-Length', '0']].map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join('')}\r\n`)
}

/** Boots the application and listens. The one way in which the platform and its tests serve. */
export async function startHttp(ignitor: Ignitor): Promise<void> {
  await ignitor.httpServer().start(createPlatformServer)
}
