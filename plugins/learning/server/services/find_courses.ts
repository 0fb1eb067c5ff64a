import db from '@adonisjs/lucid/services/db'
import type { Found } from '#core/contract/finders'
import { AppError } from '#core/contract/errors'
import { searchIn } from '#core/kit/lists'
import type { Session } from '#core/kit/scope'
import { textIn } from '#core/kit/words'
import { asEditor } from '../editor/whose_courses.js'

interface Row {
  id: number
  shortname: string
  name: Record<string, string>
}

/** The names in every language, because people search for the one they know. */
const NAMES = `search_key(c.shortname || ' ' || (select string_agg(n.value, ' ') from jsonb_each_text(v.name) n))`
const NEWEST = `join lateral (select name from learning_course_versions where course_id = c.id order by number desc limit 1) v on true`

/** A participant's own trainings, newest first. */
export async function findOwn({ membershipId, row }: Session, text: string, most: number): Promise<Found[]> {
  if (!membershipId) return []
  const query = db
    .from('learning_participations as p')
    .joinRaw('join learning_course_versions v on v.id = p.version_id join learning_courses c on c.id = v.course_id')
    .where('p.membership_id', membershipId)
    .where('p.current', true)
    .select('p.id', 'c.shortname', 'v.name')
    .orderBy('p.id', 'desc')
    .limit(most)
  searchIn(query, NAMES, text)
  return ((await query) as Row[]).map(({ id, name }) => ({
    title: textIn(name, row.language),
    detail: null,
    path: `/deelnemer/training/${id}`,
  }))
}

/** Published courses that this person edits; none if supervisors may not edit courses. */
export async function findEdited(session: Session, text: string, most: number): Promise<Found[]> {
  const find = (owner: number | null) => {
    const query = db
      .from('learning_courses as c')
      .joinRaw(NEWEST)
      .whereRaw('c.company_id is not distinct from ?::bigint', [owner as number])
      .select('c.id', 'c.shortname', 'v.name')
      .orderBy('c.shortname')
      .limit(most)
    searchIn(query, NAMES, text)
    return query as unknown as Promise<Row[]>
  }
  try {
    const rows = await asEditor(session, 'learning.courses.find', ({ owner }) => find(owner))
    return rows.map(({ id, shortname, name }) => ({
      title: textIn(name, session.row.language),
      detail: shortname,
      path: `/admin/training/wijzigen/${id}`,
    }))
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return []
    throw error
  }
}
