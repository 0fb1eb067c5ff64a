import type { HttpContext } from '@adonisjs/core/http'
import { translate } from '../i18n/catalogue.js'
import { escapeHtml } from './escape_html.js'
import { pagePolicy } from '../http/security_headers.js'

/** Seconds after which to try again. */
export const RETRY_AFTER = 30

/** A page without database, build and script, in both languages because the reader is unknown. */
export function sendBarePage({ response }: HttpContext, status: number, message: string): void {
  const { nonce, policy } = pagePolicy()
  const part = (lang: string) => `<section lang="${lang}"><h1>${escapeHtml(translate(lang, 'core.error.title'))}</h1>
<p>${escapeHtml(translate(lang, message))}</p></section>`
  response.status(status)
  response.header('Content-Security-Policy', policy)
  response.type('text/html; charset=utf-8')
  response.send(`<!doctype html>
<html lang="nl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(translate('nl', 'core.error.title'))}</title>
<style nonce="${nonce}">body{font:1rem/1.6 system-ui,sans-serif;color:#1a2329;background:#fff;max-width:36rem;margin:15vh auto;padding:0 1.5rem}h1{font-size:1.5rem}section+section{margin-top:3rem;color:#4a5860}</style>
</head>
<body><main>
${part('nl')}
${part('en')}
</main></body>
</html>`)
}
