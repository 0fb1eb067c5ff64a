import type { Access } from '../contract/access.js'
import type { Finder, Found } from '../contract/finders.js'
import { type ListDefinition, inReach } from '../lists/define_list.js'
import { PAGE_SIZES } from '../lists/list_query.js'
import type { Session } from '../tenancy/session.js'

/** Declares a finder with typed values. List it in `finders` of the plugin. */
export function defineFinder(
  finder: Omit<Finder, 'find' | 'access'> & { access: Access; find: (session: Session, text: string, most: number) => Promise<Found[]> },
): Finder {
  return finder as unknown as Finder
}

/** Finds the rows of a list with the list's own search, for people who may see the list. */
export function finderOf<Row>(
  list: ListDefinition<Row>,
  { label, icon, hit }: Pick<Finder, 'label' | 'icon'> & { hit: (row: Row) => Found },
): Finder {
  return defineFinder({
    name: list.name,
    label,
    icon,
    access: list.access,
    find: (session, search, most) =>
      inReach(list, session, 'find', async () => {
        const { data } = await list.source.page({ search, page: 1, per_page: PAGE_SIZES[0] })
        return data.slice(0, most).map(hit)
      }),
  })
}
