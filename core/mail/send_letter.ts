import type { HttpContext } from '@adonisjs/core/http'

const RULES = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'; sandbox"

/**
 * Sends a mail as a document that runs nothing and can only be framed by our pages.
 * @param writable lets the page around it write into it; that content cannot run either
 */
export function sendLetter(response: HttpContext['response'], html: string, writable = false): void {
  response.header('Content-Type', 'text/html; charset=utf-8')
  response.header('Content-Security-Policy', writable ? `${RULES} allow-same-origin` : RULES)
  response.send(html)
}
