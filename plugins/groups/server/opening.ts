import db from '@adonisjs/lucid/services/db'
import { type PageOpening, idIn } from '#core/contract/opening'
import { translate } from '#core/kit/words'

/** The name of the group and its number of members. */
const opening: PageOpening = async ({ params, language }) => {
  const id = idIn(params.group)
  const group: { name: string; members: string } | null =
    id &&
    (await db
      .from('groups_groups as g')
      .where('g.id', id)
      .select(
        'g.name',
        db.raw('(select count(*) from groups_members gm where gm.company_id = g.company_id and gm.group_id = g.id) as members'),
      )
      .first())
  if (!group) return null
  return {
    heading: group.name,
    lead: translate(language, 'groups.group.lead', { count: Number(group.members) }),
    back: translate(language, 'groups.groups.title'),
  }
}

export default opening
