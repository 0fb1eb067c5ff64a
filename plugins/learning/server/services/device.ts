const PHONE_OR_TABLET = /Mobi|Android|iPhone|iPad|iPod|Tablet|Silk|Kindle|PlayBook|Windows Phone/i

/**
 * Whether a request comes from a phone or tablet, on which a quiz cannot be started (specification, section 4). An iPad that identifies as
 * a Mac is recognised by the page from its touch points.
 */
export function isPhoneOrTablet(headers: { 'user-agent'?: string; 'sec-ch-ua-mobile'?: string | string[] }): boolean {
  return headers['sec-ch-ua-mobile'] === '?1' || PHONE_OR_TABLET.test(headers['user-agent'] ?? '')
}
