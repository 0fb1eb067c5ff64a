import { createHash } from 'node:crypto'
import { sharedDomain } from '../config/packages_url.js'
import { settings } from '../config/settings.js'

// The origin that serves learning packages (PACKAGES_URL), apart from the platform's. A route with `origin: 'packages'` is served there.

/**
 * The origin on which a package runs, apart from the platform's.
 * @param secret of the opened package; with a wildcard each has its own host
 * @returns null when packages have no origin of their own
 */
export async function packagesOrigin(secret: string): Promise<string | null> {
  const { packages } = await settings()
  if (!packages) return null
  const label = packages.isWildcard ? `${createHash('sha256').update(secret).digest('hex').slice(0, 32)}.` : ''
  return `${packages.protocol}//${label}${packages.hostname}${packages.port}`
}

/**
 * The `Clear-Site-Data` header before a package starts, where all packages share one origin: it removes the last one's storage. `cookies`
 * clears the whole domain, so it is left out where the platform shares that domain.
 * @returns null where each package has an origin of its own, or none
 */
export async function clearedBeforePackage(): Promise<string | null> {
  const { packages, appUrl } = await settings()
  if (!packages || packages.isWildcard) return null
  return sharedDomain(packages, appUrl) ? '"storage"' : '"cookies", "storage"'
}
