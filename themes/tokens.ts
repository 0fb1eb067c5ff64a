/** Measures that every theme shares; numbers are pixels unless said otherwise. */

export const RADIUS = 8
/** The grid: `theme.spacing(4)` is 16 px. */
export const GRID = 4
/** Smallest target of a finger. */
export const TOUCH_TARGET = 44
/** No motion takes longer than this (milliseconds). */
export const MOTION = { shortest: 80, shorter: 100, short: 120, standard: 160, complex: 180, enteringScreen: 160, leavingScreen: 120 }
/** From this width on: the bar on top instead of at the bottom (specification, section 2). */
export const DESKTOP_WIDTH = 900
/**
 * Maximum width of the line below a page's title: about 70 letters. Not in `ch`, whose size changes when the Inter font is loaded.
 */
export const LEAD_WIDTH = 704
/** Maximum line width of a reading page, and of a page with dense lists. */
export const PAGE_WIDTH = { reading: 760, wide: 1440 }

/** The fallbacks are Arial and Roboto stretched to Inter's measures (web/fonts.css), so that nothing moves when Inter arrives. */
export const FONT_FAMILY = "'Inter Variable', 'Inter Fallback', 'Inter Fallback Roboto', system-ui, -apple-system, 'Segoe UI', sans-serif"

/** Colours of meaning. Each is always shown together with an icon and a word. */
export interface StatusTone {
  text: string
  soft: string
  border: string
}
export type ToneName = 'neutral' | 'info' | 'success' | 'warning' | 'error'
