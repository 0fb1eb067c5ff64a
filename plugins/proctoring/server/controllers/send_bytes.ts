import type { HttpContext } from '@adonisjs/core/http'

/** Sends evidence with headers that forbid caching it. */
export function sendBytes(response: HttpContext['response'], { bytes, type }: { bytes: Buffer; type: string }): void {
  response.header('Content-Type', type).header('Content-Disposition', 'inline').header('Content-Length', String(bytes.length))
  response.send(bytes)
}
