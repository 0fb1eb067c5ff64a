import db from '@adonisjs/lucid/services/db'
import type { AttentionItem } from '../contract/attention.js'
import { pluginRegistry } from '../plugins/registry.js'
import { withinReach } from '../tenancy/across.js'
import type { Session } from '../tenancy/session.js'
import { LargeResults } from '../cache/large_results.js'
import type { ListDefinition, ListRequest } from './define_list.js'
import { listNamed } from './export.js'
import { requestOf } from './list_page.js'
import { peopleFiltersOf } from './people_filters.js'

/** The number of rows named beside a count. */
const NAMED = 3

export interface AttentionView {
  key: string
  count: number
  label: string
  icon: string
  tone: AttentionItem['tone']
  /** The list with its filters. */
  href: string
  /** Names of the first rows, for lists that have names. */
  names: string[]
}

const itemsFor = (session: Session) => {
  const registry = pluginRegistry()
  return registry.attention
    .filter(({ plugin, list }) => {
      const found = registry.lists.find(({ name }) => name === list)!
      return (
        registry.isOn(plugin, session.enabledPlugins) &&
        registry.isOn(found.plugin, session.enabledPlugins) &&
        session.isAllowed(found.access)
      )
    })
    .sort((a, b) => a.order - b.order)
}

interface Asked {
  item: AttentionItem
  list: ListDefinition<object>
  /** The list's filters, as in the address of its page. */
  query: Record<string, string>
  request: ListRequest
}

interface Glance {
  total: number
  ids: number[]
}

/** Counts of large lists are cached for half a minute, as on the lists' own pages. */
const kept = new LargeResults<Glance>(({ total }) => total)

/** The query of each item. Lists that cannot be narrowed to the chosen company are left out. */
async function askedOf(session: Session, people: Readonly<Record<string, string>>, company: string | null): Promise<Asked[]> {
  const asked: Asked[] = []
  for (const item of itemsFor(session)) {
    const list: ListDefinition<object> = listNamed(item.list, session)
    if (company !== null && !Object.hasOwn(list.filters, 'company')) continue
    const query = { ...item.query, ...(list.source.ofPeople && people), ...(company !== null && { company }) }
    asked.push({ item, list, query, request: await requestOf(list, session, query) })
  }
  return asked
}

/** Counts the rows of each item and reads the first ones, in one statement where the list gives SQL. */
function glances(asked: readonly Asked[]): Promise<Glance[]> {
  return kept.getAll(
    asked.map(({ item, query }) => ['attention', item.key, query]),
    async (places) => {
      const found = new Map<number, Glance>()
      const parts: { sql: string; bindings: readonly unknown[] }[] = []
      for (const place of places) {
        const { list, request } = asked[place]!
        const part = list.source.glance?.(request)
        if (part) {
          const { sql, bindings, inLine } = part
          parts.push({
            sql: `(with s as materialized (${sql})
              select ${place} as place, (select count(*) from s)::int as total, array(select s.id from s order by ${inLine} limit ${NAMED}) as ids)`,
            bindings,
          })
          continue
        }
        const { data, meta } = await list.source.page({ ...request, per_page: NAMED })
        found.set(place, { total: meta.total, ids: data.map((row) => list.idOf(row)) })
      }
      if (parts.length) {
        const { rows } = await db.rawQuery<{ rows: (Glance & { place: number })[] }>(
          parts.map(({ sql }) => sql).join(' union all '),
          parts.flatMap(({ bindings }) => bindings) as never,
        )
        for (const { place, total, ids } of rows) found.set(place, { total, ids: ids.map(Number) })
      }
      return places.map((place) => found.get(place)!)
    },
  )
}

/** Names of the first rows: one query per list, however many items use it. */
async function namesIn(
  asked: readonly Asked[],
  seen: readonly Glance[],
): Promise<Map<ListDefinition<object>, ReadonlyMap<number, string>>> {
  const ids = new Map<ListDefinition<object>, number[]>()
  for (const [index, { item, list }] of asked.entries()) if (!item.unnamed) ids.set(list, [...(ids.get(list) ?? []), ...seen[index]!.ids])
  const names = new Map<ListDefinition<object>, ReadonlyMap<number, string>>()
  for (const [list, all] of ids) if (all.length && list.namesOf) names.set(list, await list.namesOf([...new Set(all)]))
  return names
}

/**
 * Returns the items that need attention, about the people this person manages. Each count comes from the list that the item links to. Empty
 * items are left out. An admin's view is audited.
 * @param query a query string: its filters over people narrow the lists about people, and `company` narrows all of them for an admin
 */
export async function attentionFor(session: Session, query: Readonly<Record<string, unknown>>): Promise<AttentionView[]> {
  const people = Object.fromEntries(
    peopleFiltersOf(session).flatMap(({ key }) => (typeof query[key] === 'string' ? [[key, query[key]]] : [])),
  ) as Record<string, string>
  const company = session.isAdmin && typeof query.company === 'string' ? query.company : null
  return withinReach(session, 'core.attention', async () => {
    const asked = await askedOf(session, people, company)
    const seen = await glances(asked)
    const names = await namesIn(asked, seen)
    return asked.flatMap(({ item: { key, label, icon, tone, path }, list, query }, index): AttentionView[] => {
      const { total: count, ids } = seen[index]!
      if (!count) return []
      const href = `${path}?${new URLSearchParams(query).toString()}`
      return [{ key, label, icon, tone, count, href, names: ids.flatMap((id) => names.get(list)?.get(id) ?? []) }]
    })
  })
}
