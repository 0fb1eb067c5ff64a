import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Ignitor } from '@adonisjs/core'
import { answerOnPackagesHost } from '../http/packages_origin.js'
import { drainBody } from '../http/raw_body.js'
import { securityHeaders } from '../http/security_headers.js'

const KEEP_ALIVE_MS = 75_000

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

/**
 * Runs before the framework: sets the headers of every response, including those for addresses that cannot be decoded; removes a visitor's
 * request id, which would enter our log; and serves only packages on their own host.
 */
function createPlatformServer(handle: Handler): Server {
  const server = createServer((request, response) => {
    delete request.headers['x-request-id']
    for (const [name, value] of securityHeaders) response.setHeader(name, value)
    const { socket } = request
    response.once('finish', () => drainBody(request, socket))
    return answerOnPackagesHost(request, response) || handle(request, response)
  })
  // Longer than a reverse proxy keeps its connections. Otherwise it may send a request just as we close the connection, and answer 502.
  server.keepAliveTimeout = KEEP_ALIVE_MS
  return server.on('clientError', refuse)
}

/** Input that is not HTTP never becomes a request. It is answered as Node does, with our headers. */
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

/** Boots the application and listens. Both the platform and its tests use it. */
export async function startHttp(ignitor: Ignitor): Promise<void> {
  await ignitor.httpServer().start(createPlatformServer)
}
