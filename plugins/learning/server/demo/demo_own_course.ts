import { fileURLToPath } from 'node:url'
import db from '@adonisjs/lucid/services/db'
import { currentCompanyId } from '#core/kit/scope'
import { settingsOf } from '#core/kit/settings'
import { learningSettings } from '../../settings.js'
import { createCourse } from '../editor/edited_courses.js'
import { importOwnCourse } from '../course_import/own_course.js'
import { register } from '../services/participation_service.js'
import { addRequirement } from '../requirements/requirement_service.js'
import { savePart } from '../editor/draft_store.js'

const packages = fileURLToPath(new URL('../../courses_of_companies/veilig-starten', import.meta.url))

/**
 * Gives a company that makes its own courses one with SCORM packages, which a participant takes, and a draft of another one with a page.
 */
export async function beginOwnCourses(memberships: readonly number[]): Promise<void> {
  const owner = currentCompanyId()
  if (!(await settingsOf(learningSettings)).own_courses) return
  const published = await importOwnCourse(packages)
  const taker = await db
    .from('kit_members')
    .whereIn('id', [...memberships])
    .where({ role: 'leerling', status: 'active' })
    .orderBy('id', 'desc')
    .first()
  if (taker) await register(taker.id, published, 'assigned')
  if (await db.from('learning_courses').where({ company_id: owner, shortname: 'welkom-op-de-bouwplaats' }).first()) return
  const editor = { owner, membershipId: null, adminName: null }
  const id = await createCourse(editor, {
    shortname: 'welkom-op-de-bouwplaats',
    name: 'Welkom op de bouwplaats',
    sector: 'construction',
    type: 'e-learning',
    languages: ['nl'],
  })
  const page = {
    type: 'richtext' as const,
    title: { nl: 'Voor je begint' },
    minutes: 5,
    body: { nl: '## Melden bij de poort\n\nMeld je elke dag bij de poort, **voor** je het terrein op gaat.' },
  }
  const modules = [{ key: 'start', title: { nl: 'Je eerste dag' }, activities: [{ key: 'voor-je-begint', requires: [] }] }]
  await savePart(editor, id, { kind: 'activity', key: 'voor-je-begint', revision: 0, content: page })
  await savePart(editor, id, { kind: 'outline', key: '', revision: 1, content: { modules } })
  // People who lift on this site need to have learned how.
  const lifting = await db.from('learning_courses').where('shortname', 'tillen-en-dragen').whereNull('company_id').select('id').first()
  if (lifting) await addRequirement(editor, { course: id, before: 'course', kind: 'course', required: lifting.id })
}
