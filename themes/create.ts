import { createTheme, type Theme } from '@mui/material/styles'
import { brandShades, type BrandShades } from './brand.js'
import { ensureContrast, mix } from './color.js'
import { themeComponents } from './components.js'
import type { Surfaces } from './surfaces.js'
import { DESKTOP_WIDTH, FONT_FAMILY, GRID, MOTION, RADIUS, type StatusTone, type ToneName } from './tokens.js'

/** The additions to the theme of MUI: read it as `theme.brand.primary.fill`, `theme.tones.success.soft`, `theme.surfaces.hover`. */
export interface PlatformTheme {
  brand: { primary: BrandShades; secondary: BrandShades }
  tones: Record<ToneName, StatusTone>
  surfaces: Surfaces
}

declare module '@mui/material/styles' {
  interface Theme extends PlatformTheme {}
  interface ThemeOptions extends Partial<PlatformTheme> {}
}

export interface ThemeParts extends PlatformTheme {
  primary: BrandShades
  secondary: BrandShades
  /** The border of fields and outlined buttons, in pixels. */
  borderWidth: number
}

export interface BrandColors {
  primaryColor: string
  secondaryColor: string
}

/** Starting points; each is shifted until it is readable on the surfaces of the theme. */
const TONE_SEEDS: Record<ToneName, string> = {
  neutral: '#525b69',
  info: '#1d5fa8',
  success: '#1a7f45',
  warning: '#a15c00',
  error: '#c22b2b',
}

function toneOf(seed: string, surfaces: Surfaces): StatusTone {
  const soft = mix(seed, surfaces.paper, 0.09)
  return {
    soft,
    text: ensureContrast(seed, [...surfaces.all, soft], surfaces.textRatio),
    border: mix(seed, surfaces.paper, 0.35),
  }
}

/** Builds a theme from neutral surfaces and a customer's two colours; base/ and contrast/ call it. */
export function buildTheme(colors: BrandColors, surfaces: Surfaces, borderWidth: number): Theme {
  const primary = brandShades(colors.primaryColor, surfaces)
  const secondary = brandShades(colors.secondaryColor, surfaces)
  const tones = Object.fromEntries(Object.entries(TONE_SEEDS).map(([name, seed]) => [name, toneOf(seed, surfaces)])) as Record<
    ToneName,
    StatusTone
  >
  const parts: ThemeParts = { brand: { primary, secondary }, primary, secondary, tones, surfaces, borderWidth }
  const meaning = (tone: ToneName) => ({
    main: tones[tone].text,
    light: tones[tone].border,
    dark: tones[tone].text,
    contrastText: '#ffffff',
  })
  return createTheme({
    brand: parts.brand,
    tones,
    surfaces,
    spacing: GRID,
    shape: { borderRadius: RADIUS },
    breakpoints: { values: { xs: 0, sm: 600, md: DESKTOP_WIDTH, lg: 1200, xl: 1536 } },
    palette: {
      mode: 'light',
      // `primary.main` is the readable shade, not the fill: MUI uses it for links, icons, tabs
      // and borders on our surfaces. The exact HEX is `theme.brand.primary.fill`, with `onFill` on it.
      primary: { main: primary.text, light: primary.edge, dark: primary.text, contrastText: '#ffffff' },
      secondary: { main: secondary.text, light: secondary.edge, dark: secondary.text, contrastText: '#ffffff' },
      error: meaning('error'),
      warning: meaning('warning'),
      info: meaning('info'),
      success: meaning('success'),
      text: { primary: surfaces.text, secondary: surfaces.textSecondary },
      background: { default: surfaces.background, paper: surfaces.paper },
      divider: surfaces.divider,
      action: { hover: surfaces.hover, selected: primary.soft },
    },
    typography: {
      fontFamily: FONT_FAMILY,
      h1: { fontSize: '1.75rem', lineHeight: '36px', fontWeight: 680, letterSpacing: '-0.02em' },
      h2: { fontSize: '1.25rem', lineHeight: '28px', fontWeight: 650, letterSpacing: '-0.012em' },
      h3: { fontSize: '1.0625rem', lineHeight: '24px', fontWeight: 650, letterSpacing: '-0.006em' },
      h4: { fontSize: '1rem', lineHeight: '24px', fontWeight: 600 },
      h5: { fontSize: '0.9375rem', lineHeight: '24px', fontWeight: 600 },
      h6: { fontSize: '0.875rem', lineHeight: '20px', fontWeight: 600 },
      body1: { fontSize: '1rem', lineHeight: '24px' },
      body2: { fontSize: '0.875rem', lineHeight: '20px' },
      button: { textTransform: 'none', fontWeight: 600, letterSpacing: 0, fontSize: '0.9375rem' },
      caption: { fontSize: '0.8125rem', lineHeight: '20px' },
      overline: { fontSize: '0.75rem', lineHeight: '16px', fontWeight: 650, letterSpacing: '0.04em', textTransform: 'none' },
    },
    transitions: { duration: MOTION },
    components: themeComponents(parts),
  })
}
