import { TenantSchema } from '#core/kit/schema'

/** The short name of the unfinished course that a member started last, for the identify call (specification, section 3). */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create or replace function core_current_course(of_company bigint, of_member bigint) returns text language sql stable as $$
        select c.shortname from learning_participations p join learning_courses c on c.id = p.course_id
         where p.company_id = of_company and p.membership_id = of_member and p.status = 'busy'
         order by p.started_at desc nulls last, p.id desc limit 1
      $$`)
  }

  async down() {
    this.schema.raw(`
      create or replace function core_current_course(of_company bigint, of_member bigint) returns text language sql stable as $$
        select null::text
      $$`)
  }
}
