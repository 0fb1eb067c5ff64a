import { buildTheme, type BrandColors } from '../create.js'
import { SIR_SURFACES } from '../surfaces.js'

/** A warm, plain ground. The landing page of industrial cleaning has it, and a company may choose it. */
export const createSirTheme = (colors: BrandColors) => buildTheme(colors, SIR_SURFACES, 1)
