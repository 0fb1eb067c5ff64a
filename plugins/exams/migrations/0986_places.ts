import { TenantSchema } from '#core/kit/schema'

/** For other plugins: when, where and at which provider a person took the exam of a course. The columns of this view stay. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create view exams_places with (security_invoker = true) as
        select n.company_id, n.membership_id, e.course_id, m.starts_at, m.location || ', ' || m.city as place, m.provider_company_id
          from exams_entries n
          join exams_moments m on m.id = n.moment_id
          join exams_exams e on e.id = m.exam_id
         where n.membership_id is not null and n.held_until is null and n.released_at is null and n.status <> 'refused';
      grant select on exams_places to platform_tenant, platform_across`)
  }

  async down() {
    this.schema.raw('drop view exams_places')
  }
}
