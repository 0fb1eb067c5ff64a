import type { Database } from '@adonisjs/lucid/database'
import { expect, it } from 'vitest'

it('does not reopen a closed connection, which would have no guard', async () => {
  const { guardConnections } = await import('#core/tenancy/connections')
  const opened: string[] = []
  const open = new Map<string, object>()
  const manager = {
    add: () => undefined,
    isConnected: (name: string) => open.has(name),
    get: (name: string) => ({ connection: { client: { client: open.get(name) } } }),
    connect: (name: string) => {
      if (open.has(name)) return
      opened.push(name)
      open.set(name, { acquireConnection: async () => ({}), releaseConnection: async () => undefined, transaction: () => undefined })
    },
  }
  guardConnections({ manager } as unknown as Database)
  expect(opened).toEqual(['tenant', 'across'])
  manager.connect('tenant')
  open.clear()
  for (const name of ['tenant', 'across']) expect(() => manager.connect(name)).toThrow(`The database connection "${name}" is closed.`)
  expect(opened).toEqual(['tenant', 'across'])
})
