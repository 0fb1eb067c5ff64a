import { AA_GRAPHIC, contrastRatio, ensureContrast, mix, parseHex, readableOn, shiftLightness, toHex } from './color.js'
import type { Surfaces } from './surfaces.js'

/** The shades of one colour of a customer. Each is readable when used for the purpose in its name. */
export interface BrandShades {
  /** The HEX exactly as entered: large fills, the main button. Text on it: `onFill`. */
  fill: string
  fillHover: string
  onFill: string
  /** A line around `fill`, visible on every surface even when the fill is white; also progress on its track. */
  edge: string
  /** Text, links, icons and focus rings in the brand's hue, on every surface and on `soft`. */
  text: string
  /** A tint for backgrounds of what is chosen or highlighted; plain text and `text` stand on it. */
  soft: string
}

/** Shown when a stored colour is no HEX: a page must never break on a customer's setting. */
const FALLBACK = '#3b4758'

/** Derives every shade that the interface uses from one HEX. */
export function brandShades(hex: string, surfaces: Surfaces): BrandShades {
  const rgb = parseHex(hex)
  const fill = rgb ? toHex(rgb) : FALLBACK
  const onFill = readableOn(fill)
  // Hovering moves away from the text's colour, so its contrast can only grow.
  const textIsLight = contrastRatio(onFill, '#000000') > contrastRatio(onFill, '#ffffff')
  const hovered = shiftLightness(fill, textIsLight ? -0.06 : 0.05)
  // Black and white have no room on that side, so their shade moves slightly to the other side.
  const fillHover = hovered === fill ? mix(onFill, fill, 0.1) : hovered
  const soft = mix(fill, surfaces.paper, 0.1)
  return {
    fill,
    fillHover,
    onFill,
    edge: ensureContrast(fill, [...surfaces.all, surfaces.track], AA_GRAPHIC),
    text: ensureContrast(fill, [...surfaces.all, soft], surfaces.textRatio),
    soft,
  }
}
