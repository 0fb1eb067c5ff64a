import { createHash } from 'node:crypto'
import { sharedDomain } from '../config/packages_url.js'
import { settings } from '../config/settings.js'

// The origin on which what strangers made is played (PACKAGES_URL), apart from the platform's. A route with `origin: 'packages'` is answered there.

/**
 * The origin on which a package plays: apart from the platform's, so that it may have one.
 * @param secret names the package that was opened; with a wildcard each has a host of its own
 * @returns null when packages have no origin of their own
 */
export async function packagesOrigin(secret: string): Promise<string | null> {
  const { packages } = await settings()
  if (!packages) return null
  const label = packages.isWildcard ? `${createHash('sha256').update(secret).digest('hex').slice(0, 32)}.` : ''
  return `${packages.protocol}//${label}${packages.hostname}${packages.port}`
}

/**
 * `Clear-Site-Data` for the moment before a package begins, where all share one origin: what the last one stored goes. `cookies` clears
 * the whole domain, so it stays out where the platform is of the same one.
 * @returns null where each package has an origin of its own, or none
 */
export async function clearedBeforePackage(): Promise<string | null> {
  const { packages, appUrl } = await settings()
  if (!packages || packages.isWildcard) return null
  return sharedDomain(packages, appUrl) ? '"storage"' : '"cookies", "storage"'
}
