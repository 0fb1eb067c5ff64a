// A host by its letters, digits, dots and dashes, or an IPv6 address. URL lets more pass: `*`, which means every site in a
// Content-Security-Policy, and `;`, which begins another of its rules.
const HOST = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])$/

/** Whether a text is exactly an origin of a site, such as `https://lms.example`: what may stand in a header that says who frames us. Pure. */
export function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return url?.origin === text && /^https?:$/.test(url.protocol) && HOST.test(url.hostname)
}
