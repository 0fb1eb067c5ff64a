import { buildTheme, type BrandColors } from '../create.js'
import { SAND_SURFACES } from '../surfaces.js'

/** A warm, plain ground. The landing page of industrial cleaning uses it, and a company may choose it. */
export const createSandTheme = (colors: BrandColors) => buildTheme(colors, SAND_SURFACES, 1)
