import { SettingsError } from './settings_error.js'

/** The origin, or the pattern of origins, that serves learning packages. */
export interface PackagesAddress {
  protocol: 'http:' | 'https:'
  /** Host name without `*.` and port. */
  hostname: string
  /** `:8443`, or empty. */
  port: string
  /** Each opened package gets a host of its own below `hostname`. */
  isWildcard: boolean
}

/** `https://packages.example`, `https://*.packages.example`, or `none`. */
export const PACKAGES_URL = /^(none|https?:\/\/(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?\/?)$/
const LOOPBACK_PAIR: Record<string, string> = { '127.0.0.1': 'localhost', localhost: '127.0.0.1' }
const isLoopback = (hostname: string) => hostname === 'localhost' || hostname.endsWith('.localhost') || /^127\./.test(hostname)

/**
 * The origin of packages. Pure.
 * @param given PACKAGES_URL; without it, a platform on the loopback uses the other loopback name
 * @param listensOn the address that the server listens on
 * @returns null when packages have no origin of their own
 * @throws SettingsError when packages would share a host with the platform, or be less protected than it
 */
export function packagesAddress(given: string | undefined, appUrl: string, listensOn: string): PackagesAddress | null {
  if (given === 'none') return null
  const platform = new URL(appUrl)
  if (!given) {
    const other = LOOPBACK_PAIR[platform.hostname]
    // A server on another address may not be reachable by both names.
    if (!other || listensOn !== '127.0.0.1' || platform.protocol !== 'http:') return null
    return { protocol: 'http:', hostname: other, port: platform.port && `:${platform.port}`, isWildcard: false }
  }
  const isWildcard = given.includes('//*.')
  const url = new URL(given.replace('//*.', '//'))
  const { hostname } = url
  const address: PackagesAddress = {
    protocol: url.protocol as PackagesAddress['protocol'],
    hostname,
    port: url.port && `:${url.port}`,
    isWildcard,
  }
  if (hostname === platform.hostname || isPackagesHostname(address, platform.hostname))
    throw new SettingsError(
      `Wrong settings: PACKAGES_URL has the platform's own host (${platform.hostname}). Packages need another host name. See .env.example.`,
    )
  // Clear-Site-Data and frames in a secure page only work over https.
  const isSecure = url.protocol === 'https:' || isLoopback(hostname)
  if (!isSecure && (platform.protocol === 'https:' || !isWildcard))
    throw new SettingsError('Wrong settings: PACKAGES_URL must begin with https:, unless its host is of this machine. See .env.example.')
  return address
}

/** Whether only packages are served under this host name. Pure. */
export function isPackagesHostname({ hostname, isWildcard }: PackagesAddress, asked: string): boolean {
  const name = asked.toLowerCase()
  return isWildcard ? name.endsWith(`.${hostname}`) : name === hostname
}

/**
 * The domain that packages and the platform share; null when there is none. A page can set cookies for its parent domain, so a package
 * could set one that is sent to the platform. Compares the last two labels, so `co.uk` counts as one. Pure.
 */
export function sharedDomain({ hostname }: PackagesAddress, appUrl: string): string | null {
  const last = (name: string) => name.split('.').slice(-2).join('.')
  const platform = new URL(appUrl).hostname
  if (isLoopback(hostname) || isLoopback(platform) || last(hostname) !== last(platform)) return null
  return last(hostname)
}
