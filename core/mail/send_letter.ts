import type { HttpContext } from '@adonisjs/core/http'

const RULES = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'; sandbox"

/**
 * Answers with a mail as its reader sees it: a document of its own that runs nothing and may stand in our pages only.
 * @param writable true lets the page around it write into it; what is written runs as little
 */
export function sendLetter(response: HttpContext['response'], html: string, writable = false): void {
  response.header('Content-Type', 'text/html; charset=utf-8')
  response.header('Content-Security-Policy', writable ? `${RULES} allow-same-origin` : RULES)
  response.send(html)
}
