import type { AttentionItem } from '../contract/attention.js'
import { pluginRegistry } from '../plugins/registry.js'
import { withinReach } from '../tenancy/across.js'
import type { Session } from '../tenancy/session.js'
import type { ListDefinition } from './define_list.js'
import { listNamed } from './export.js'
import { requestOf } from './list_page.js'
import { peopleFiltersOf } from './people_filters.js'

/** How many rows are named beside a number. */
const NAMED = 3

export interface AttentionView {
  key: string
  count: number
  label: string
  icon: string
  tone: AttentionItem['tone']
  /** The list with its filters. */
  href: string
  /** Names of the first rows, when the list has names. */
  names: string[]
}

const listsFor = (session: Session) => {
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

async function viewOf(
  item: AttentionItem,
  session: Session,
  people: Readonly<Record<string, string>>,
  company: string | null,
): Promise<AttentionView | null> {
  const { key, label, icon, tone, path } = item
  const list: ListDefinition<object> = listNamed(item.list, session)
  // Of a list that cannot be narrowed to one company there is nothing to say about it.
  if (company !== null && !Object.hasOwn(list.filters, 'company')) return null
  const query = { ...item.query, ...(list.source.ofPeople && people), ...(company !== null && { company }) }
  // The list's own page, so that the number is the one that the list says.
  const { data, meta } = await list.source.page({ ...(await requestOf(list, session, query)), per_page: NAMED })
  const names = data.length && list.namesOf ? await list.namesOf(data.map((row) => list.idOf(row))) : new Map<number, string>()
  return {
    ...{ key, label, icon, tone, count: meta.total, href: `${path}?${new URLSearchParams(query).toString()}` },
    names: data.flatMap((row) => names.get(list.idOf(row)) ?? []),
  }
}

/**
 * What needs attention of whom this person manages, each counted by the list that it links to; what there is nothing of is left
 * out. An admin's look is audited.
 * @param query a query string: its filters over people narrow the lists about people, and `company` all of them for an admin
 */
export async function attentionFor(session: Session, query: Readonly<Record<string, unknown>>): Promise<AttentionView[]> {
  const people = Object.fromEntries(
    peopleFiltersOf(session).flatMap(({ key }) => (typeof query[key] === 'string' ? [[key, query[key]]] : [])),
  ) as Record<string, string>
  const company = session.isAdmin && typeof query.company === 'string' ? query.company : null
  return withinReach(session, 'core.attention', async () => {
    const views: (AttentionView | null)[] = []
    // One after the other: a dashboard must not take every connection.
    for (const item of listsFor(session)) views.push(await viewOf(item, session, people, company))
    return views.filter((view) => view !== null && view.count > 0) as AttentionView[]
  })
}
