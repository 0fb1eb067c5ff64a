import vine from '#core/kit/validation'
import { MAX_SUSPEND_DATA } from '../scorm/results.js'

const item = () => vine.number().withoutDecimals().range([0, 999])
export const packageOpenValidator = vine.create({ item: item() })
/** A package's report; its standard decides which elements and values are allowed (scorm/results.ts). */
export const packageReportValidator = vine.create({ item: item(), elements: vine.record(vine.string().maxLength(MAX_SUSPEND_DATA)) })
