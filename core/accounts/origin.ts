// A host of letters, digits, dots and dashes, or an IPv6 address. URL accepts more: `*`, which in a Content-Security-Policy means every
// site, and `;`, which starts another directive.
const HOST = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])$/

/** Whether a text is exactly an origin, such as `https://lms.example`, and safe in a header that names who may frame us. Pure. */
export function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return url?.origin === text && /^https?:$/.test(url.protocol) && HOST.test(url.hostname)
}
