import { platformUrl } from '#core/kit/settings'

/**
 * The path that an address leads to within this platform.
 * @returns null for an address that leads anywhere else, whatever its spelling
 */
export async function ownPath(address: string): Promise<string | null> {
  // What a browser would take out, or read as another slash, is not in an address of ours.
  if (/[\s\\\p{Cc}]/u.test(address)) return null
  const base = await platformUrl('/')
  if (!(address.startsWith('/') || /^https?:\/\//i.test(address)) || !URL.canParse(address, base)) return null
  const url = new URL(address, base)
  if (url.origin !== new URL(base).origin || url.username || url.password || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}
