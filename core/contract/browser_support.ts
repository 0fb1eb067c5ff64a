/** Whether the specification (section 5) supports a browser. Pure; it uses only the user agent. */
export function isSupportedBrowser(userAgent: string): boolean {
  const version = (pattern: RegExp) => {
    const found = pattern.exec(userAgent)?.[1]
    return found === undefined ? null : Number.parseFloat(found)
  }
  const mobile = /Android|iPhone|iPad|iPod|Mobile/.test(userAgent)
  const samsung = version(/SamsungBrowser\/([\d.]+)/)
  if (samsung !== null) return samsung >= 15
  const edge = version(/Edg(?:e|A|iOS)?\/([\d.]+)/)
  if (edge !== null) return /Windows/.test(userAgent) && edge >= 138
  const firefox = version(/(?:Firefox|FxiOS)\/([\d.]+)/)
  // "Mobile Firefox up to 20" is odd, but it is what the specification says.
  if (firefox !== null) return mobile ? firefox <= 20 : firefox >= 140
  if (/OPR\/|Opera/.test(userAgent)) return false
  const chrome = version(/(?:Headless)?Chrom(?:e|ium)\/([\d.]+)/) ?? version(/CriOS\/([\d.]+)/)
  if (chrome !== null) return chrome >= 138
  const safari = version(/Version\/([\d.]+).*Safari/)
  if (/Android/.test(userAgent)) return (version(/Android ([\d.]+)/) ?? 0) > 3.1
  if (safari !== null) return safari >= 17
  return false
}
