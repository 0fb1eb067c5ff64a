/**
 * The address that a question was asked on, when it is one of this site and so can be opened; null for anything else that somebody
 * typed. Whole, as a path that begins with two slashes is another site's. Pure.
 */
export function ownPage(page: string, origin: string): { href: string; path: string } | null {
  const url = page && URL.canParse(page, origin) ? new URL(page, origin) : null
  return url?.origin === origin ? { href: url.href, path: url.pathname + url.search } : null
}
