// URL parsing drops tabs and line breaks and reads a backslash as a slash.
const NEVER_IN_A_PATH = /[\p{Cc}\s\\]/u

/**
 * A path of this site, or null: input from an address, storage or another tab may name another site, which would be an open redirect.
 * Judged as the browser reads it: `/.//host` and `/%2e%2e//host` become `//host`. Pure.
 */
export function sitePath(path: string, origin: string): string | null {
  if (!path.startsWith('/') || NEVER_IN_A_PATH.test(path) || !URL.canParse(path, origin)) return null
  const url = new URL(path, origin)
  if (url.origin !== origin || url.username || url.password || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}
