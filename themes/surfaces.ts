import { AA_TEXT, AAA_TEXT } from './color.js'

/** The neutral ground of a theme: everything that is not the customer's brand. */
export interface Surfaces {
  /** Page background, cards, and the hover shade of rows and menu items. */
  background: string
  paper: string
  hover: string
  /** Every surface on which text of the brand may stand. */
  all: readonly string[]
  text: string
  textSecondary: string
  /** Thin lines between elements; decoration, so the contrast rules do not apply. */
  divider: string
  /** The track of progress bars and the colour of skeletons; it must contrast with the brand's colours on it. */
  track: string
  /** Borders of fields and buttons: 3 : 1 on every surface. */
  controlBorder: string
  /** The contrast that text must have in this theme. */
  textRatio: number
}

/** A cool neutral, so that warm and cold brands both sit well on it. */
export const BASE_SURFACES: Surfaces = {
  background: '#f6f7f9',
  paper: '#ffffff',
  hover: '#eff1f4',
  all: ['#f6f7f9', '#ffffff', '#eff1f4'],
  text: '#14181f',
  textSecondary: '#525b69',
  divider: '#e1e5ea',
  track: '#e1e5ea',
  controlBorder: '#838c9a',
  textRatio: AA_TEXT,
}

/** White ground, black text, borders that can be seen in the sun. */
export const CONTRAST_SURFACES: Surfaces = {
  background: '#ffffff',
  paper: '#ffffff',
  hover: '#ebedf0',
  all: ['#ffffff', '#ebedf0'],
  text: '#000000',
  textSecondary: '#2b323c',
  divider: '#6b7480',
  track: '#ebedf0',
  controlBorder: '#2b323c',
  textRatio: AAA_TEXT,
}

/** The grey-blue of open water, for the landing page of offshore wind. */
export const OFFSHORE_SURFACES: Surfaces = {
  background: '#eff5f8',
  paper: '#ffffff',
  hover: '#e4eef3',
  all: ['#eff5f8', '#ffffff', '#e4eef3'],
  text: '#0c1f2a',
  textSecondary: '#42586a',
  divider: '#d3e1e9',
  track: '#d3e1e9',
  controlBorder: '#718796',
  textRatio: AA_TEXT,
}

/** A warm, plain ground, for the landing page of industrial cleaning. */
export const SAND_SURFACES: Surfaces = {
  background: '#faf6f2',
  paper: '#ffffff',
  hover: '#f2ebe4',
  all: ['#faf6f2', '#ffffff', '#f2ebe4'],
  text: '#221a17',
  textSecondary: '#625650',
  divider: '#e6dcd3',
  track: '#e6dcd3',
  controlBorder: '#8f8078',
  textRatio: AA_TEXT,
}

/** The surfaces of every theme a company can choose, by the id that its branding stores. */
export const SURFACES = {
  base: BASE_SURFACES,
  contrast: CONTRAST_SURFACES,
  offshore: OFFSHORE_SURFACES,
  sand: SAND_SURFACES,
} as const satisfies Record<string, Surfaces>
export type ThemeId = keyof typeof SURFACES
/** The themes that a company can choose. */
export const THEME_IDS = Object.keys(SURFACES) as readonly ThemeId[]

/** The surfaces of a theme; an unknown id gives the base theme's. The first paint and the app decide by this alone. */
export function surfacesOf(theme: string): Surfaces {
  return SURFACES[isThemeId(theme) ? theme : 'base']
}

export function isThemeId(id: string): id is ThemeId {
  return Object.hasOwn(SURFACES, id)
}
