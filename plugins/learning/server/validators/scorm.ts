import vine from '#core/kit/validation'
import { MOST_SUSPEND_DATA } from '../scorm/results.js'

const item = () => vine.number().withoutDecimals().range([0, 999])
export const packageOpenValidator = vine.create({ item: item() })
/** What a package said: which elements there are, and what they may hold, its standard decides (scorm/results.ts). */
export const packageReportValidator = vine.create({ item: item(), elements: vine.record(vine.string().maxLength(MOST_SUSPEND_DATA)) })
