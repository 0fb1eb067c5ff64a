import { lookup } from 'node:dns'
import { type IncomingMessage, type RequestOptions, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, type LookupFunction, isIP, isIPv6 } from 'node:net'
import { settings } from '../config/settings.js'

/** An address that we refuse to fetch. */
export class UnreachableError extends Error {}

const SECONDS = 10
const MAX_BYTES = 1024 * 1024

const closed = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(net, bits)
// Global addresses that embed an IPv4 address, and those for documentation.
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  closed.addSubnet(net, bits, 'ipv6')
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

/** Whether an address is public: not of an internal network or a machine itself, and not embedding one. Pure. */
export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return global.check(address, 'ipv6') && !closed.check(address, 'ipv6')
  return isIP(address) === 4 && !closed.check(address)
}

/** Resolves the name once and connects to the checked address, so that a later DNS answer changes nothing. */
const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0)
    const [first] = addresses
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(new UnreachableError('The name leads to an address that is not public.'), '', 0)
    }
    if (options.all) (callback as unknown as (error: null, all: typeof addresses) => void)(null, addresses)
    else callback(null, first.address, first.family)
  })
}

export interface OutsideRequest {
  method?: string | undefined
  headers?: Record<string, string> | undefined
  body?: string | URLSearchParams | Uint8Array | null | undefined
  signal?: AbortSignal | undefined
  /** Also this machine in development and in tests; elsewhere an operator names it (PRIVATE_ISSUERS). */
  local?: boolean
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/

/**
 * Checks an address given by a company: https, no user in it. An operator may allow internal hosts (PRIVATE_ISSUERS).
 * @param options.local allows this machine, in development and in tests
 * @throws UnreachableError
 */
export async function assertOutside(url: URL, { local = false } = {}): Promise<{ isTrusted: boolean }> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const { privateIssuers, environment } = await settings()
  const isHere = local && LOOPBACK.test(host) && environment !== 'production'
  const isTrusted = isHere || privateIssuers.includes(host)
  if (url.username || url.password) throw new UnreachableError('An address with a user in it.')
  if (url.protocol !== 'https:' && !(isTrusted && url.protocol === 'http:')) throw new UnreachableError('Only https.')
  if (!isTrusted && isIP(host) && !isPublicAddress(host)) throw new UnreachableError('That address is not public.')
  return { isTrusted }
}

/** @throws UnreachableError for an invalid status (HTTP lets a server say 999) */
function responseOf({ statusCode: status = 502, headers: given }: IncomingMessage, content: Buffer): Response {
  if (status < 200 || status > 599) throw new UnreachableError('The answer has no status.')
  const headers = new Headers()
  for (const [name, value] of Object.entries(given)) headers.set(name, Array.isArray(value) ? value.join(', ') : (value ?? ''))
  const isEmpty = status === 204 || status === 205 || status === 304
  return new Response(isEmpty ? null : new Uint8Array(content), { status, headers })
}

/**
 * Fetches an address that somebody of a company typed: never from an internal network, without following redirects, at most ten seconds and
 * one megabyte.
 * @throws UnreachableError for an address that we refuse, and for an answer that is too large; Error as the network gives it
 */
export async function fetchOutside(address: string | URL, given: OutsideRequest = {}): Promise<Response> {
  const url = new URL(address)
  const { isTrusted } = await assertOutside(url, given.local === undefined ? {} : { local: given.local })
  const timeout = AbortSignal.timeout(SECONDS * 1000)
  const options: RequestOptions = {
    method: given.method ?? 'GET',
    headers: { ...given.headers, 'accept-encoding': 'identity' },
    signal: given.signal ? AbortSignal.any([given.signal, timeout]) : timeout,
    agent: false,
    ...(!isTrusted && { lookup: publicLookup }),
  }
  const body = given.body instanceof URLSearchParams ? given.body.toString() : given.body
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options, (answer) => {
      const chunks: Buffer[] = []
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > MAX_BYTES) request.destroy(new UnreachableError('The answer is too large.'))
        else chunks.push(chunk)
      })
      answer.on('error', reject)
      answer.on('end', () => {
        // Throwing here would be an uncaught exception and end the process.
        try {
          resolve(responseOf(answer, Buffer.concat(chunks)))
        } catch (error) {
          reject(error as Error)
        }
      })
    })
    request.on('error', reject)
    request.end(body ?? undefined)
  })
}
