const PHONE_OR_TABLET = /Mobi|Android|iPhone|iPad|iPod|Tablet|Silk|Kindle|PlayBook|Windows Phone/i

/**
 * Whether a request comes from a phone or tablet, on which a quiz may not
 * start (specification, section 4). An iPad that calls itself a Mac is told
 * apart by the page, which sees its touch points.
 */
export function isPhoneOrTablet(headers: { 'user-agent'?: string; 'sec-ch-ua-mobile'?: string | string[] }): boolean {
  return headers['sec-ch-ua-mobile'] === '?1' || PHONE_OR_TABLET.test(headers['user-agent'] ?? '')
}
