import { defineConfig } from '@adonisjs/core/http'
import { settings } from './settings.js'

const { trustProxy, appUrl } = await settings()

export const http = defineConfig({
  generateRequestId: true,
  allowMethodSpoofing: false,
  // The tenancy scope has a store of its own (core/tenancy/scope.ts).
  useAsyncLocalStorage: false,
  // The nearest hops are ours; what stands before them in the header anybody may have written.
  trustProxy: (_address: string, distance: number) => distance < trustProxy,
  cookie: { domain: '', path: '/', maxAge: '12h', httpOnly: true, secure: appUrl.startsWith('https:'), sameSite: 'lax' },
})
