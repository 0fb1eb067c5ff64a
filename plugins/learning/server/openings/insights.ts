import { fullName } from '#core/contract/full_name'
import db from '@adonisjs/lucid/services/db'
import { type PageOpening, idIn } from '#core/contract/opening'
import { textIn, translate } from '#core/kit/words'

/** The person and the course. */
const opening: PageOpening = async ({ session, params, language }) => {
  const id = idIn(params.participation)
  const row: { firstname: string; infix: string | null; lastname: string; email: string | null; name: Record<string, string> } | null =
    id &&
    (await db
      .from('learning_participations as p')
      .join('kit_members as m', 'm.id', 'p.membership_id')
      .join('learning_course_versions as v', 'v.id', 'p.version_id')
      .where('p.id', id)
      .select('m.firstname', 'm.infix', 'm.lastname', 'm.email', 'v.name')
      .first())
  if (!row) return null
  return {
    heading: fullName(row),
    lead: [textIn(row.name, session.row.language), row.email].filter(Boolean).join(' · '),
    back: translate(language, 'learning.totals.title'),
  }
}

export default opening
