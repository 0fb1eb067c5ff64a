import { can } from '#core/contract/access'
import { defineFinder, searchIn } from '#core/kit/lists'
import { withinReach } from '#core/kit/scope'

/** Skills in the command palette; a result opens the matrix with that skill. */
export const skillFinder = defineFinder({
  name: 'skills.skills',
  label: 'skills.title',
  icon: 'badge',
  access: can('skills.manage'),
  find: (session, text, most) =>
    withinReach(session, 'skills.find', async () => {
      const { default: db } = await import('@adonisjs/lucid/services/db')
      const query = db
        .from('skills_skills as s')
        .join('kit_companies as k', 'k.id', 's.company_id')
        .select('s.id', 's.name', 'k.name as company')
      searchIn(query as never, 's.search_text', text)
      const rows = await query.orderBy('s.search_text').limit(most)
      return rows.map(({ id, name, company }) => ({
        title: name as string,
        detail: session.isAdmin ? (company as string) : null,
        path: `/skills?vaardigheid=${id}`,
      }))
    }),
})
