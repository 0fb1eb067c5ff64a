import type { HttpContext } from '@adonisjs/core/http'

/** Evidence is shown, never kept: the headers of every answer say so. */
export function sendBytes(response: HttpContext['response'], { bytes, type }: { bytes: Buffer; type: string }): void {
  response.header('Content-Type', type).header('Content-Disposition', 'inline').header('Content-Length', String(bytes.length))
  response.send(bytes)
}
