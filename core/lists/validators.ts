import vine from '../http/validation.js'
import { FILE_FORMATS } from './spreadsheet.js'

/** A list's own query string, held against its definition afterwards. */
const filter = () => vine.string().maxLength(3000)
const id = () => vine.number().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER)
/** Whoever chooses more by hand means "everything that matches". */
const MOST_IDS = 5000

/** Chosen rows: either `ids`, or `filter` with `count` and what to leave out. */
export const chosenFields = () => ({
  ids: vine.array(id()).minLength(1).maxLength(MOST_IDS).optional(),
  filter: filter().optional(),
  except: vine.array(id()).maxLength(MOST_IDS).optional(),
  count: vine.number().positive().withoutDecimals().max(10_000_000).optional(),
})

/** Of `ids` the filter says the order and the columns. Without `ids` and `count`: everything that it finds. */
export const exportValidator = vine.create({ format: vine.enum(FILE_FORMATS), ...chosenFields() })

/** Whose views: a list's name. */
export const viewsQuery = vine.create({ list: vine.string().maxLength(100) })
export const viewValidator = vine.create({
  list: vine.string().maxLength(100),
  name: vine.line(60),
  filter: filter(),
  shared: vine.boolean(),
})

export const actValidator = vine.create({
  action: vine.string().maxLength(100),
  ...chosenFields(),
  // What the action asks for; its own validator takes it.
  input: vine.object({}).allowUnknownProperties().optional(),
})
