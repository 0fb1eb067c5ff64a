/**
 * The address on which a question was asked, if it is a page of this site that can be opened; null for anything else. Absolute, because a
 * path that begins with two slashes would be another site's. Pure.
 */
export function ownPage(page: string, origin: string): { href: string; path: string } | null {
  const url = page && URL.canParse(page, origin) ? new URL(page, origin) : null
  return url?.origin === origin ? { href: url.href, path: url.pathname + url.search } : null
}
