import { buildTheme, type BrandColors } from '../create.js'
import { BASE_SURFACES } from '../surfaces.js'

/** The theme of every company that chose none: cool neutral ground, thin borders. */
export const createBaseTheme = (colors: BrandColors) => buildTheme(colors, BASE_SURFACES, 1)
