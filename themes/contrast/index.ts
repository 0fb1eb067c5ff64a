import { buildTheme, type BrandColors } from '../create.js'
import { CONTRAST_SURFACES } from '../surfaces.js'

/** Higher contrast: AAA text, black on white, thick borders. For companies whose people work outdoors. */
export const createContrastTheme = (colors: BrandColors) => buildTheme(colors, CONTRAST_SURFACES, 2)
