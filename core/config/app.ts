import type { IncomingMessage, ServerResponse } from 'node:http'
import { defineConfig } from '@adonisjs/core/http'
import { settings } from './settings.js'

const { trustProxy, appUrl } = await settings()

export const http = defineConfig({
  generateRequestId: true,
  allowMethodSpoofing: false,
  // An address that cannot be decoded is refused here.
  onBadUrl: (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(400, { 'Content-Type': 'application/json; charset=utf-8' })
    response.end(JSON.stringify({ status: 'error', code: 'bad_request' }))
  },
  // Controllers answer with plain data without cycles, so the platform's own JSON.stringify is enough and several times faster.
  serializeJSON: (payload: unknown) => JSON.stringify(payload),
  // The tenancy scope has its own AsyncLocalStorage (core/tenancy/scope.ts).
  useAsyncLocalStorage: false,
  // The nearest proxies are ours. Entries before theirs may be forged.
  trustProxy: (_address: string, distance: number) => distance < trustProxy,
  cookie: { domain: '', path: '/', maxAge: '12h', httpOnly: true, secure: appUrl.startsWith('https:'), sameSite: 'lax' },
})
