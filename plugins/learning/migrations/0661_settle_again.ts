import { TenantSchema } from '#core/kit/schema'

/**
 * Selects grades and progress that were stored when practice still counted. The job `learning.settle_again` recalculates open
 * participations. Finished ones stay as they were mailed and printed (decision 0341).
 */
export const MARK_PRACTISED = `
  update learning_participations p set settle_again = true
   where p.status in ('registered', 'planned', 'busy') and (p.grade is not null or p.progress > 0)
     and exists (select 1 from learning_activities a
                  where a.version_id = p.version_id and a.type = 'quiz' and a.settings->>'practice' = 'true'
                    and coalesce(a.settings->>'counts_for_progress', 'true') = 'true')`

export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table learning_participations add column settle_again boolean not null default false;
      create index learning_participations_settle_again on learning_participations (company_id, id) where settle_again`)
    this.schema.raw(MARK_PRACTISED)
  }

  async down() {
    this.schema.raw('alter table learning_participations drop column settle_again')
  }
}
