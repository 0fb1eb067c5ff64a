/**
 * Whether this is a phone or tablet, on which a quiz may not start (specification, section 4). An iPad may identify as a Mac, but no Mac
 * has more than one touch point. The server checks again.
 */
export function isPhoneOrTablet(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /Mobi|Android|iPhone|iPad|iPod|Tablet|Silk|Kindle/i.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}
