import vine from '../http/validation.js'
import { FILE_FORMATS } from './spreadsheet.js'

/** A list's own query string, checked against its definition later. */
const filter = () => vine.string().maxLength(3000)
const id = () => vine.number().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER)
/** A person who selects more than this means "everything that matches". */
const MOST_IDS = 5000

/** Selected rows: either `ids`, or `filter` with `count` and what to exclude. */
export const chosenFields = () => ({
  ids: vine.array(id()).minLength(1).maxLength(MOST_IDS).optional(),
  filter: filter().optional(),
  except: vine.array(id()).maxLength(MOST_IDS).optional(),
  count: vine.number().positive().withoutDecimals().max(10_000_000).optional(),
})

/** With `ids`, the filter gives the order and columns. Without `ids` and `count`: everything it finds. */
export const exportValidator = vine.create({ format: vine.enum(FILE_FORMATS), ...chosenFields() })

/** The name of the list that the views belong to. */
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
  // The action's input; its own validator checks it.
  input: vine.object({}).allowUnknownProperties().optional(),
})
