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
export {
  type ActionRow,
  type ListDefinition,
  type ListRequest,
  type ListSource,
  defineAction,
  defineList,
  inReach,
} from '../lists/define_list.js'
export { listPage, requestOf } from '../lists/list_page.js'
export { listRoutes } from '../lists/list_routes.js'
export { querySource } from '../lists/query_source.js'
