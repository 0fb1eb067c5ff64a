// Lists: their query string, their page, their file.
export {
  type ListOptions,
  type ListQuery,
  type Page,
  listQueryFields,
  listQueryValidator,
  mapPage,
  pageOf,
  searchIn,
} from '../lists/list_query.js'
export { type CsvValue, toCsv } from '../contract/csv.js'
export { EXPORT_LIMIT, sendCsv } from '../lists/csv.js'
