import { conflict, invalid } from '../contract/errors.js'
import type { Session } from '../tenancy/session.js'
import { type ListDefinition, type ListRequest, type Narrow, inReach } from './define_list.js'
import { requestOf } from './list_page.js'

/** Rows that a person chose in a list. */
export type Chosen =
  | { ids: number[] }
  /**
   * Everything that this query finds when it is read, except some. `count` is what the person saw; `parts` are the parts of the query that
   * the list knew.
   */
  | { query: string; except: number[]; count: number; parts?: string[] }

export const queryOf = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

/** A validated selection of a request. */
interface ChosenFields {
  ids?: number[] | undefined
  filter?: string | undefined
  except?: number[] | undefined
  count?: number | undefined
}

/** @throws AppError 422 when it has neither ids nor a filter with its count */
export function chosenIn({ ids, filter, except = [], count }: ChosenFields): Chosen {
  // Each id once, in ascending order, as they are read.
  if (ids) return { ids: [...new Set(ids)].sort((a, b) => a - b) }
  if (filter === undefined || count === undefined) throw invalid('ids', 'required')
  return { query: filter, except, count }
}

/**
 * Checks that everything matching is still what the person saw.
 * @param what as for `inReach`
 * @throws AppError 409 selection_changed with the new `count` when the filter now finds other rows
 */
export async function assertCount(list: ListDefinition<object>, session: Session, chosen: Chosen, what: string): Promise<void> {
  if ('ids' in chosen) return
  const request = await requestOf(list, session, queryOf(chosen.query))
  const found = await inReach(list, session, what, async () => {
    const all = await list.source.count(request)
    const kept = chosen.except.length ? (await list.source.ids(request, 0, chosen.except.length, chosen.except)).length : 0
    return all - kept
  })
  if (found !== chosen.count) throw conflict('selection_changed', { count: found })
}

const these =
  (ids: readonly number[], not = ''): Narrow =>
  (builder, { id }) =>
    builder.whereRaw(`${not} ${id} = any(?::bigint[])`, [[...ids]])

/**
 * The list request for the selected rows. For ids it keeps only the order and columns of the query. The list's own scope checks whose rows
 * they are.
 */
export async function requestOfChosen(
  list: ListDefinition<object>,
  session: Session,
  query: string,
  { ids, except }: { ids?: readonly number[] | undefined; except?: readonly number[] | undefined },
): Promise<ListRequest> {
  const asked = queryOf(query)
  const kept = ids ? Object.fromEntries(['sort', 'columns'].flatMap((part) => (asked[part] ? [[part, asked[part]]] : []))) : asked
  const request = await requestOf(list, session, kept)
  const narrow = [...(request.narrow ?? []), ...(ids ? [these(ids)] : []), ...(except?.length ? [these(except, 'not')] : [])]
  return { ...request, ...(narrow.length && { narrow }) }
}
