import type { BulkActionDefinition, ExtraColumn, ExtraFilter, ListView } from '../contract/lists.js'
import { pluginRegistry } from '../plugins/registry.js'
import type { Session } from '../tenancy/session.js'
import type { ListDefinition } from './define_list.js'

/** What plugins that are on for this person add to a list. */
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

/** The actions that this person may start on a list: its own and those of other plugins. */
export function actionsOf<Row>(list: Pick<ListDefinition<Row>, 'name' | 'actions'>, session: Session): BulkActionDefinition[] {
  return [...(list.actions ?? []), ...extrasOf(list.name, session).actions].filter(({ access }) => session.isAllowed(access))
}

/** Everything a screen draws the list from. */
export function viewOf<Row>(list: ListDefinition<Row>, session: Session): ListView {
  const extras = extrasOf(list.name, session)
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
      ...extras.columns.map(({ key, kind, label, visible = false, choices }) => ({
        ...{ key, kind, label, sortable: false, visible, extra: true },
        ...(choices && { choices }),
      })),
    ],
    filters: [
      ...Object.entries(list.filters).map(([key, { label, kind, choices }]) => ({
        key,
        label,
        choices: kind === 'flag' ? { true: 'core.table.yes', false: 'core.table.no' } : (choices ?? null),
      })),
      ...extras.filters.map(({ key, label, choices }) => ({ key, label, choices })),
    ],
    actions: actionsOf(list, session).map(({ name, label, confirm, destructive = false, input }) => ({
      ...{ name, label, confirm, destructive },
      asks: input !== undefined,
    })),
  }
}
