import type { Theme } from '@mui/material/styles'
import { createBaseTheme } from './base/index.js'
import { createContrastTheme } from './contrast/index.js'
import type { BrandColors } from './create.js'
import { createOffshoreTheme } from './offshore/index.js'
import { createSandTheme } from './sand/index.js'
import { isThemeId, type ThemeId } from './surfaces.js'

// One for each of the surfaces: a theme that the server does not know would flash.
export const THEMES = {
  base: createBaseTheme,
  contrast: createContrastTheme,
  offshore: createOffshoreTheme,
  sand: createSandTheme,
} as const satisfies Record<ThemeId, unknown>

export interface ThemeOptions {
  /** `more` when the person's device asks for more contrast: wins over the company's choice. */
  contrast?: 'normal' | 'more'
}

/** The MUI theme of a company. An unknown theme id gives the base theme. */
export function createTenantTheme(branding: BrandColors & { theme: string }, options: ThemeOptions = {}): Theme {
  if (options.contrast === 'more') return createContrastTheme(branding)
  return THEMES[isThemeId(branding.theme) ? branding.theme : 'base'](branding)
}

export { onHover } from './hover.js'
export { brandShades, type BrandShades } from './brand.js'
export { BASE_SURFACES, CONTRAST_SURFACES, type Surfaces, type ThemeId } from './surfaces.js'
export { DESKTOP_WIDTH, FONT_FAMILY, LEAD_WIDTH, PAGE_WIDTH, TOUCH_TARGET, type StatusTone, type ToneName } from './tokens.js'
export type { BrandColors, PlatformTheme } from './create.js'
