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
  type Narrow,
  defineAction,
  defineList,
  inReach,
} from '../lists/define_list.js'
export { defineFinder, finderOf } from '../find/finder.js'
export { daysCondition, endsFilter } from '../lists/day_filter.js'
export { listPage, requestOf } from '../lists/list_page.js'
export { conditionOf, peopleChoice, peopleCondition, peopleFields, peopleFilterViews, peopleNarrow } from '../lists/people_filters.js'
export { type AttentionView, attentionFor } from '../lists/attention.js'
export { viewQuery } from '../archive/core_rules.js'
export { forEachSelected, readFilter } from '../lists/chosen_ids.js'
export { type Chosen, chosenIn } from '../lists/selection.js'
export { chosenFields } from '../lists/validators.js'
export { keysetBatches } from '../lists/keyset.js'
export { FILE_TYPES, spreadsheet } from '../lists/spreadsheet.js'
export { attach } from '../http/attachment.js'
export { shareView } from '../lists/saved_views.js'
export { listRoutes } from '../lists/list_routes.js'
export { querySource } from '../lists/query_source.js'
export { largePage } from '../lists/large_pages.js'
export { namedIn, searchEachWord } from '../lists/search_each_word.js'
