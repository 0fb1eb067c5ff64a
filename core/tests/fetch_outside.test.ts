import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// Requests to an address that a company entered must never reach an internal network.
let outside: typeof import('../http/fetch_outside.js')
let server: Server
let url: string
const came: string[] = []

beforeAll(async () => {
  outside = await import('../http/fetch_outside.js')
  server = createServer((request, response) => {
    came.push(request.url!)
    if (request.url === '/redirect') response.writeHead(302, { location: `${url}/secret` }).end()
    else if (request.url === '/endless') response.write('x'.repeat(2 * 1024 * 1024))
    else if (request.url === '/silent') response.writeHead(200).flushHeaders()
    else response.end('secret')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const refused = (address: string, options = {}) =>
  expect(outside.fetchOutside(address, options), address).rejects.toBeInstanceOf(outside.UnreachableError)

describe('an address that a company enters', () => {
  it.each([
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1', '255.255.255.255'],
    // The same address in other notations: one number, hexadecimal, octal, with fewer parts.
    ...['2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '127.1', '127.0.0.1.'],
    ...['[::1]', '[::]', '[fe80::1]', '[fc00::1]', '[fd12:3456::1]', '[ff02::1]', '[2001:db8::1]'],
    // An IPv4 address inside an IPv6 one: mapped, compatible, translated (NAT64), 6to4, Teredo.
    ...[
      '[::ffff:127.0.0.1]',
      '[::ffff:a00:1]',
      '[::127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[64:ff9b:1::a00:1]',
      '[2002:7f00:1::]',
      '[2001:0:7f00:1::]',
    ],
  ])('is refused in an internal network: %s', async (host) => {
    await refused(`https://${host}/keys`)
  })

  it.each([
    'http://moodle.example/',
    'ftp://moodle.example/',
    'file:///etc/passwd',
    'https://user:word@moodle.example/',
    'data:text/plain,x',
  ])('must be https without user information: %s', async (address) => {
    await refused(address)
    await refused(address, { local: true })
  })

  it('is refused when its name resolves to a refused address', async () => {
    await refused('https://localhost/keys')
  })

  it('is refused when it is this machine and others can reach the platform', async () => {
    expect(await (await outside.fetchOutside(`${url}/ok`, { local: true })).text()).toBe('secret')
    await refused(`${url}/ok`)
  })

  it('is refused when it is this machine in a production start, also with a demo, unless the operator allows it', async () => {
    const { settings } = await import('../config/settings.js')
    const config = await settings()
    const before = { ...config }
    try {
      Object.assign(config, { environment: 'production', loadDemo: true })
      await refused(`${url}/ok`, { local: true })
      Object.assign(config, { privateIssuers: ['127.0.0.1'] })
      expect(await (await outside.fetchOutside(`${url}/ok`, { local: true })).text()).toBe('secret')
    } finally {
      Object.assign(config, before)
    }
  })

  it('is not followed when it redirects', async () => {
    const answer = await outside.fetchOutside(`${url}/redirect`, { local: true })
    expect(answer.status).toBe(302)
    expect(came).not.toContain('/secret')
  })

  it('is aborted when its response never ends', async () => {
    await refused(`${url}/endless`, { local: true })
    await expect(outside.fetchOutside(`${url}/silent`, { local: true, signal: AbortSignal.timeout(300) })).rejects.toThrow()
  })
})
