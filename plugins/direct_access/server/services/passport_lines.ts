import db from '@adonisjs/lucid/services/db'
import { dayOf } from '#core/kit/days'
import type { PassportSource } from '#plugins/passport/contract/index'
import { ENTRANCES, VISITS } from './entrances.js'
import type { VisitRow } from './visit_status.js'

/** Lines for a safety passport: the project instructions that a person completed. */
export const service: PassportSource = {
  async lines(membershipId) {
    const rows: (Pick<VisitRow, 'course_name' | 'valid_until'> & { done_at: Date; project: string | null })[] = await db
      .from(`${VISITS} as v`)
      .join(`${ENTRANCES} as e`, 'e.id', 'v.entrance_id')
      .where({ 'v.membership_id': membershipId, 'e.kind': 'project' })
      .whereNotNull('v.done_at')
      .orderBy('v.done_at', 'desc')
      .select('v.course_name', 'v.valid_until', 'v.done_at', 'e.name as project')
    return rows.map(({ course_name: name, valid_until: until, done_at: doneAt, project }) => ({
      ...{ name, detail: project ?? '', from: dayOf(doneAt), until },
    }))
  },
}
