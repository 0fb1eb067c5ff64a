import db from '@adonisjs/lucid/services/db'
import type { LearningService } from '../../contract/index.js'
import { currentCompanyId } from '#core/kit/scope'
import { assignIn } from '../following/assign.js'
import { attention } from './attention.js'
import { register } from './participation_service.js'

/** What other plugins use, through the token of the contract. */
export const service: LearningService = {
  attention,
  register: (membershipId, courseId, source) => register(membershipId, courseId, source),
  assign: (membershipId, courseId, { dueAt, mandatory }, by) =>
    db.transaction((trx) =>
      assignIn(trx, by === null ? null : { membershipId: by, companyId: currentCompanyId() }, membershipId, courseId, {
        due_at: dueAt,
        mandatory,
        again: false,
      }),
    ),
  async listCourses() {
    const { rows } = await db.rawQuery(
      `select distinct on (c.id) c.id, v.id as "versionId", c.shortname, v.name, v.certificate_valid_months as "certificateValidMonths"
         from learning_courses c join learning_course_versions v on v.course_id = c.id
        where c.status = 'available' and v.published_at is not null
        order by c.id, v.number desc`,
    )
    return rows
  },
}
