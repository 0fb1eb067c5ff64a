import { platformUrl } from '#core/kit/settings'

/**
 * The path of an address within this platform.
 * @returns null for an address of another site, however it is spelled
 */
export async function ownPath(address: string): Promise<string | null> {
  // An address with characters that a browser would strip, or read as another slash, is not one of ours.
  if (/[\s\\\p{Cc}]/u.test(address)) return null
  const base = await platformUrl('/')
  if (!(address.startsWith('/') || /^https?:\/\//i.test(address)) || !URL.canParse(address, base)) return null
  const url = new URL(address, base)
  if (url.origin !== new URL(base).origin || url.username || url.password || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}
