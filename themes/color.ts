/**
 * Pure colour arithmetic. A customer may enter any HEX; what is shown is
 * derived here, so that text on it and text in it always passes WCAG AA.
 * Lightness is shifted in OKLCH because equal steps there look equal, and the
 * hue of the brand stays what it was (in HSL a darkened yellow turns green).
 */

export interface Rgb {
  r: number
  g: number
  b: number
}

/** WCAG 2.2 AA: text. */
export const AA_TEXT = 4.5
/** WCAG 2.2 AA: borders of controls, icons, focus rings. */
export const AA_GRAPHIC = 3
/** WCAG 2.2 AAA: text, used by the contrast theme. */
export const AAA_TEXT = 7

const HEX = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i

/** Reads `#rgb` or `#rrggbb`; anything else gives null. */
export function parseHex(hex: string): Rgb | null {
  const match = HEX.exec(hex.trim())
  if (!match?.[1]) return null
  const digits = match[1].length === 3 ? [...match[1]].map((digit) => digit + digit).join('') : match[1]
  const value = Number.parseInt(digits, 16)
  return { r: (value >> 16) & 255, g: (value >> 8) & 255, b: value & 255 }
}

/** Writes `#rrggbb`, rounding and clamping each channel. */
export function toHex({ r, g, b }: Rgb): string {
  const channel = (value: number) =>
    Math.round(Math.min(255, Math.max(0, value)))
      .toString(16)
      .padStart(2, '0')
  return `#${channel(r)}${channel(g)}${channel(b)}`
}

function rgbOf(hex: string): Rgb {
  const rgb = parseHex(hex)
  if (!rgb) throw new Error(`not a HEX colour: ${hex}`)
  return rgb
}

const toLinear = (channel: number) => {
  const c = channel / 255
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
}
const fromLinear = (c: number) => 255 * (c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055)

/** WCAG relative luminance, 0 (black) to 1 (white). */
export function relativeLuminance(hex: string): number {
  const { r, g, b } = rgbOf(hex)
  return 0.2126 * toLinear(r) + 0.7152 * toLinear(g) + 0.0722 * toLinear(b)
}

/** WCAG contrast ratio, 1 to 21. */
export function contrastRatio(first: string, second: string): number {
  const a = relativeLuminance(first)
  const b = relativeLuminance(second)
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** The lowest contrast of a colour against each of the backgrounds. */
export function lowestContrast(color: string, backgrounds: readonly string[]): number {
  return Math.min(...backgrounds.map((background) => contrastRatio(color, background)))
}

/**
 * Text colour for a filled background. Near-black is preferred over pure black
 * for looks; pure black or white always reaches 4.58, so one of them fits.
 */
export function readableOn(background: string, minimum = AA_TEXT): string {
  const candidates = ['#ffffff', '#14181f', '#000000']
  return (
    candidates.find((candidate) => contrastRatio(candidate, background) >= minimum) ??
    (contrastRatio('#ffffff', background) >= contrastRatio('#000000', background) ? '#ffffff' : '#000000')
  )
}

export interface Oklch {
  /** Lightness, 0 to 1. */
  l: number
  /** Chroma, 0 to about 0.37 in sRGB. */
  c: number
  /** Hue in radians. */
  h: number
}

/** sRGB to OKLCH (Björn Ottosson's matrices). */
export function toOklch(hex: string): Oklch {
  const rgb = rgbOf(hex)
  const r = toLinear(rgb.r)
  const g = toLinear(rgb.g)
  const b = toLinear(rgb.b)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bAxis = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return { l: lightness, c: Math.hypot(a, bAxis), h: Math.atan2(bAxis, a) }
}

function oklchToLinear({ l, c, h }: Oklch): [number, number, number] {
  const a = c * Math.cos(h)
  const b = c * Math.sin(h)
  const l3 = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m3 = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s3 = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3,
    -1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3,
    -0.0041960863 * l3 - 0.7034186147 * m3 + 1.707614701 * s3,
  ]
}

/** OKLCH to HEX; a colour that no screen can show gives up chroma, never lightness or hue. */
export function fromOklch(color: Oklch): string {
  const inGamut = (c: number) => oklchToLinear({ ...color, c }).every((x) => x >= -1e-4 && x <= 1 + 1e-4)
  let chroma = color.c
  if (!inGamut(chroma)) {
    let low = 0
    let high = chroma
    for (let step = 0; step < 16; step++) {
      chroma = (low + high) / 2
      if (inGamut(chroma)) low = chroma
      else high = chroma
    }
    chroma = low
  }
  const [r, g, b] = oklchToLinear({ ...color, c: chroma })
  return toHex({ r: fromLinear(Math.max(0, r)), g: fromLinear(Math.max(0, g)), b: fromLinear(Math.max(0, b)) })
}

/** The same hue with another lightness (−1 to 1 is added). */
export function shiftLightness(hex: string, amount: number): string {
  const color = toOklch(hex)
  return fromOklch({ ...color, l: Math.min(1, Math.max(0, color.l + amount)) })
}

/** Lays `amount` (0 to 1) of a colour over a background, as the eye would see it with transparency. */
export function mix(color: string, background: string, amount: number): string {
  const over = rgbOf(color)
  const under = rgbOf(background)
  return toHex({
    r: over.r * amount + under.r * (1 - amount),
    g: over.g * amount + under.g * (1 - amount),
    b: over.b * amount + under.b * (1 - amount),
  })
}

/**
 * The nearest shade of `color` that has the contrast on every background:
 * the colour itself when it already does, else darker or lighter, whichever
 * side the backgrounds leave room for.
 */
export function ensureContrast(color: string, background: string | readonly string[], minimum = AA_TEXT): string {
  const backgrounds = typeof background === 'string' ? [background] : background
  const normal = toHex(rgbOf(color))
  if (lowestContrast(normal, backgrounds) >= minimum) return normal
  const base = toOklch(normal)
  const goDarker = lowestContrast('#000000', backgrounds) >= lowestContrast('#ffffff', backgrounds)
  const extreme = goDarker ? '#000000' : '#ffffff'
  let near = base.l
  let far = goDarker ? 0 : 1
  let best = extreme
  for (let step = 0; step < 18; step++) {
    const l = (near + far) / 2
    const candidate = fromOklch({ ...base, l })
    if (lowestContrast(candidate, backgrounds) >= minimum) {
      best = candidate
      far = l
    } else {
      near = l
    }
  }
  return best
}
