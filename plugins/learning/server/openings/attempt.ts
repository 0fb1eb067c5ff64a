import { fullName } from '#core/contract/full_name'
import db from '@adonisjs/lucid/services/db'
import { type PageOpening, idIn } from '#core/contract/opening'
import { textIn, translate } from '#core/kit/words'
import { versionContent } from '../services/version_content.js'

interface AttemptRow {
  number: number
  activity_id: number
  version_id: number
  /** The language it was made in. */
  language: string | null
  firstname: string
  infix: string | null
  lastname: string
  name: Record<string, string>
}

/** The attempt's number, quiz, person and course. */
const opening: PageOpening = async ({ params, language }) => {
  const id = idIn(params.attempt)
  const row: AttemptRow | null =
    id &&
    (await db
      .from('learning_attempts as a')
      .join('learning_participations as p', 'p.id', 'a.participation_id')
      .join('kit_members as m', 'm.id', 'p.membership_id')
      .join('learning_course_versions as v', 'v.id', 'p.version_id')
      .where('a.id', id)
      .whereNot('a.status', 'busy')
      .select('a.number', 'a.activity_id', 'p.version_id', 'm.firstname', 'm.infix', 'm.lastname', 'v.name')
      .select(db.raw('coalesce(a.language, p.language) as language'))
      .first())
  if (!row) return null
  const { activities } = await versionContent(row.version_id)
  const activity = activities.find((one) => one.id === row.activity_id)
  const words = (text: string, values?: Record<string, number>) => translate(language, `learning.${text}`, values)
  return {
    heading: activity && `${textIn(activity.title, row.language)}, ${words('quiz.attempt', { number: row.number }).toLowerCase()}`,
    lead: `${fullName(row)} · ${textIn(row.name, row.language)}`,
    back: words('totals.title'),
  }
}

export default opening
