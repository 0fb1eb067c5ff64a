import db from '@adonisjs/lucid/services/db'
import { type Session, withinReach } from '#core/kit/scope'
import { textIn } from '#core/kit/words'

/** The courses that this person may assign, by name in their language; for an admin those of the platform. */
export function courseChoices(session: Session): Promise<{ id: number; name: string; shortname: string; minutes: number }[]> {
  const { language } = session.row
  return withinReach(session, 'learning.courses', async () => {
    const { rows } = await db.rawQuery<{
      rows: { id: number; shortname: string; name: Record<string, string>; duration_minutes: number }[]
    }>(
      `select distinct on (c.id) c.id, c.shortname, v.name, v.duration_minutes
         from learning_courses c join learning_course_versions v on v.course_id = c.id
        where c.status = 'available' and v.published_at is not null ${session.isAdmin ? 'and c.company_id is null' : ''}
        order by c.id, v.number desc`,
    )
    return rows
      .map(({ id, shortname, name, duration_minutes: minutes }) => ({ id, shortname, name: textIn(name, language), minutes }))
      .sort((a, b) => a.name.localeCompare(b.name, language))
  })
}
