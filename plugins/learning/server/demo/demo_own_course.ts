import db from '@adonisjs/lucid/services/db'
import { currentCompanyId } from '#core/kit/scope'
import { settingsOf } from '#core/kit/settings'
import { learningSettings } from '../../settings.js'
import { createCourse } from '../editor/edited_courses.js'
import { savePart } from '../editor/draft_store.js'

/** A company that makes its own courses has begun with one: a draft with a page. */
export async function beginOwnCourse(): Promise<void> {
  const owner = currentCompanyId()
  if (!(await settingsOf(learningSettings)).own_courses) return
  if (await db.from('learning_courses').where('company_id', owner).first()) return
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
}
