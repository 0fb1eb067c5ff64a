import db from '@adonisjs/lucid/services/db'
import { preparedQuery } from '#core/kit/database'
import { currentCompanyId } from '#core/kit/scope'
import type { CourseFlows } from '#plugins/learning/contract/flows'

/** See CourseFlows. */
export const courseFlowsService: CourseFlows = {
  async holding(participationIds, client = db) {
    const { rows } = await client.rawQuery<{ rows: { participation_id: number }[] }>(
      `select distinct s.participation_id
         from flows_steps s join flows_people p on p.company_id = s.company_id and p.id = s.person_id
         join flows_versions v on v.company_id = p.company_id and v.flow_id = p.flow_id and v.number = p.version
        where s.participation_id = any(?::bigint[]) and p.finished_on is null and p.removed_at is null
          -- The person may have been moved to a version without the step.
          and v.definition->'steps' @> jsonb_build_array(jsonb_build_object('key', s.step))`,
      [[...participationIds]] as never,
    )
    return new Set(rows.map((row) => row.participation_id))
  },
  async includes(membershipId) {
    const rows = await preparedQuery(
      db,
      'flows_includes',
      `select 1 from flows_people p where p.company_id = $1 and p.membership_id = $2 and p.removed_at is null limit 1`,
      [currentCompanyId(), membershipId],
    )
    return rows.length > 0
  },
}
