import { parseArgs } from 'node:util'
import db from '@adonisjs/lucid/services/db'
import { signingSecret } from './external_return.js'

/**
 * `npm run plugin:command -- learning.external_secret --course <shortname> --activity <key>`: prints the secret with which the other system
 * of an external activity signs its return calls.
 * @throws Error when there is no such activity
 */
export async function secretCommand(args: readonly string[]): Promise<void> {
  const { course, activity } = parseArgs({ args: [...args], options: { course: { type: 'string' }, activity: { type: 'string' } } }).values
  const row = await db
    .from('learning_activities as a')
    .join('learning_course_versions as v', 'v.id', 'a.version_id')
    .join('learning_courses as c', 'c.id', 'v.course_id')
    .where({ 'c.shortname': course ?? '', 'a.key': activity ?? '', 'a.type': 'external' })
    .select('c.id')
    .first()
  if (!row) throw new Error('Name a course and one of its external activities: --course <shortname> --activity <key>')
  console.log(JSON.stringify({ course, activity, secret: signingSecret(row.id, activity!) }))
}
