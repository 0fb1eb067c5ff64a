import { buildTheme, type BrandColors } from '../create.js'
import { OFFSHORE_SURFACES } from '../surfaces.js'

/** The grey-blue of open water. The landing page of offshore wind uses it, and a company may choose it. */
export const createOffshoreTheme = (colors: BrandColors) => buildTheme(colors, OFFSHORE_SURFACES, 1)
