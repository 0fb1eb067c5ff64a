import type { ArchiveIds } from '../contract/archive.js'
import type { FilterOption, PeopleCondition, PeopleFilter } from '../contract/lists.js'
import vine from '../http/validation.js'
import { pluginRegistry } from '../plugins/registry.js'
import { withinReach } from '../tenancy/across.js'
import type { Session } from '../tenancy/session.js'
import type { Narrow, RowColumns } from './define_list.js'

/** The filters over people of the plugins that are on for this person. */
export function peopleFiltersOf(session: Session): readonly PeopleFilter[] {
  const registry = pluginRegistry()
  return registry.peopleFilters.filter(({ plugin }) => registry.isOn(plugin, session.enabledPlugins))
}

const ids = () =>
  vine
    .array(vine.queryNumber().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER))
    .parse((given) => (typeof given === 'string' ? [...new Set(given.split(','))] : given))
    .minLength(1)
    .maxLength(50)

/** Their query-string fields: each takes ids, any of which may match. */
export function peopleFields(session: Session): Record<never, never> {
  return Object.fromEntries(peopleFiltersOf(session).map(({ key }) => [key, ids().optional()])) as Record<never, never>
}

/** The conditions of a validated query on people. */
export function peopleNarrow(session: Session, taken: Readonly<Record<string, unknown>>): Narrow[] {
  return peopleFiltersOf(session).flatMap(({ key, where }): Narrow[] => {
    const wanted = taken[key]
    if (!Array.isArray(wanted)) return []
    return [
      (query, columns) => {
        const { membershipId, among = (condition: string) => condition } = columns
        if (!membershipId) throw new Error(`The filter "${key}" narrows a list whose rows are about no person.`)
        const parts = wanted.map((id: number) => conditionOf([(part) => where(part, id, { membershipId })], columns))
        query.whereRaw(
          among(`(${parts.map(({ sql }) => sql).join(' or ')})`),
          parts.flatMap(({ values }) => values),
        )
      },
    ]
  })
}

/** A list's conditions as one piece of SQL, for a handwritten statement. */
export function conditionOf(narrow: readonly Narrow[], columns: RowColumns): { sql: string; values: (string | number)[] } {
  const parts: string[] = []
  const values: (string | number)[] = []
  const query = {
    whereRaw: (sql: string, bindings: unknown[] = []) => {
      parts.push(`(${sql})`)
      values.push(...(bindings as (string | number)[]))
    },
  }
  for (const add of narrow) add(query, columns)
  return { sql: parts.join(' and ') || 'true', values }
}

/**
 * The people that a report is about, by the same filters in its query string that lists take.
 * @throws validation error (422) for a value that is no id
 */
export async function peopleCondition(session: Session, query: unknown): Promise<PeopleCondition> {
  const narrow = peopleNarrow(session, await vine.create(peopleFields(session)).validate(query))
  return (membershipId) => conditionOf(narrow, { id: membershipId, companyId: 'null::bigint', membershipId })
}

export interface PeopleFilterView {
  key: string
  label: string
  options: readonly FilterOption[]
}

/** The filters over people with their options. An admin's view is audited. */
export function peopleFilterViews(session: Session): Promise<PeopleFilterView[]> {
  return withinReach(session, 'core.people_filters', () =>
    Promise.all(
      peopleFiltersOf(session).map(async ({ key, label, choicesOf }) => ({
        key,
        label,
        options: await choicesOf({ companyId: session.companyId }),
      })),
    ),
  )
}

/** The chosen values by filter, with their new ids after a restore. For saved reports. */
export function peopleChoice(chosen: Readonly<Record<string, readonly number[]>>, ids: ArchiveIds): Record<string, number[]> {
  const tables = new Map(pluginRegistry().peopleFilters.map(({ key, table }) => [key, table]))
  return Object.fromEntries(
    Object.entries(chosen).map(([key, values]) => {
      const table = tables.get(key)
      return [key, table ? values.map((id) => ids.of(table, id)) : [...values]]
    }),
  )
}
