import type { IncomingMessage, ServerResponse } from 'node:http'
import { defineConfig } from '@adonisjs/core/http'
import { settings } from './settings.js'

const { trustProxy, appUrl } = await settings()

export const http = defineConfig({
  generateRequestId: true,
  allowMethodSpoofing: false,
  // An address that cannot be decoded gets no further than this.
  onBadUrl: (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(400, { 'Content-Type': 'application/json; charset=utf-8' })
    response.end(JSON.stringify({ status: 'error', code: 'bad_request' }))
  },
  // What controllers answer is data: nothing in it goes round in circles, and the platform's own is several times as fast.
  serializeJSON: (payload: unknown) => JSON.stringify(payload),
  // The tenancy scope has a store of its own (core/tenancy/scope.ts).
  useAsyncLocalStorage: false,
  // The nearest hops are ours; what stands before them in the header anybody may have written.
  trustProxy: (_address: string, distance: number) => distance < trustProxy,
  cookie: { domain: '', path: '/', maxAge: '12h', httpOnly: true, secure: appUrl.startsWith('https:'), sameSite: 'lax' },
})
