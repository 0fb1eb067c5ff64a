import type { BulkActionDefinition, ExtraColumn, ExtraFilter, ListView } from '../contract/lists.js'
import { pluginRegistry } from '../plugins/registry.js'
import type { Session } from '../tenancy/session.js'
import { companyFilterView } from './company_filter.js'
import type { ListDefinition } from './define_list.js'
import { peopleFilterViews, peopleFiltersOf } from './people_filters.js'

/** Returns the extensions of a list by the plugins that are on for this person. */
export function extrasOf(
  list: string,
  session: Session,
): { columns: ExtraColumn[]; filters: ExtraFilter[]; actions: BulkActionDefinition[] } {
  const registry = pluginRegistry()
  const on = registry.listExtensions.filter((item) => item.list === list && registry.isOn(item.plugin, session.enabledPlugins))
  return {
    columns: on.flatMap(({ columns = [] }) => columns),
    filters: on.flatMap(({ filters = [] }) => filters),
    actions: on.flatMap(({ actions = [] }) => actions),
  }
}

/** The actions that this person may start on a list, including those of other plugins. */
export function actionsOf<Row>(list: Pick<ListDefinition<Row>, 'name' | 'actions'>, session: Session): BulkActionDefinition[] {
  return [...(list.actions ?? []), ...extrasOf(list.name, session).actions].filter(({ access }) => session.isAllowed(access))
}

/** Everything a screen needs to draw the list. */
export async function viewOf<Row>(list: ListDefinition<Row>, session: Session): Promise<ListView> {
  const extras = extrasOf(list.name, session)
  const ofPeople = list.source.ofPeople && peopleFiltersOf(session).length > 0 ? await peopleFilterViews(session) : []
  const ofCompanies = await companyFilterView(list, session)
  return {
    name: list.name,
    title: list.title,
    columns: [
      ...list.columns
        .filter((column) => column.in !== 'file')
        .map(({ key, kind, label, sortable = false, visible = true, choices }) => ({
          ...{ key, kind, label, sortable, visible, extra: false },
          ...(choices && { choices }),
        })),
      ...extras.columns.map(({ key, kind, label, sortable, visible = false, choices, note, short }) => ({
        ...{ key, kind, label, sortable: list.source.takesOrders === true && sortable !== undefined, visible, extra: true },
        ...(choices && { choices }),
        ...(note && { note }),
        ...(short && { short }),
      })),
    ],
    filters: [
      ...Object.entries(list.filters).map(([key, { label, kind, choices, one = false, when = 'past' }]) => ({
        key,
        label,
        ...(kind === 'days' ? { kind: 'days' as const, when } : { kind: 'choice' as const }),
        several: kind === 'choice' && !one,
        choices: kind === 'flag' ? { true: 'core.table.yes', false: 'core.table.no' } : (choices ?? null),
      })),
      ...extras.filters.map((filter) => ({
        key: filter.key,
        label: filter.label,
        several: filter.kind !== 'days',
        ...(filter.kind === 'days'
          ? { kind: filter.kind, when: filter.when ?? ('past' as const), choices: null }
          : { kind: 'choice' as const, choices: filter.choices }),
      })),
      ...ofCompanies.map(({ key, label, options }) => ({ key, label, kind: 'choice' as const, several: false, choices: null, options })),
      ...ofPeople.map(({ key, label, options }) => ({ key, label, kind: 'choice' as const, several: true, choices: null, options })),
    ],
    actions: actionsOf(list, session).map(({ name, label, confirm, destructive = false, input }) => ({
      ...{ name, label, confirm, destructive },
      asks: input !== undefined,
    })),
  }
}
