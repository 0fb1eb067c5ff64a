import { TenantSchema } from '#core/kit/schema'

/** For plugins that follow people through courses: the status of each participation. Its columns stay (contract/index.ts). */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create view learning_course_facts with (security_invoker = true) as
        select p.id, p.company_id, p.membership_id, p.course_id, p.status, p.started_at, p.finished_at, p.expires_at
          from learning_participations p;
      grant select on learning_course_facts to platform_tenant, platform_across`)
  }

  async down() {
    this.schema.raw('drop view learning_course_facts')
  }
}
