import { TenantSchema } from '#core/kit/schema'

/** The names of courses, including those that are no longer offered, for lists of past work. Its columns stay (contract/offers.ts). */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create view learning_titles with (security_invoker = true) as
        select c.id as course_id, v.name, c.search_text from learning_courses c join learning_course_versions v on v.id = c.offer_version_id;
      grant select on learning_titles to platform_tenant, platform_across`)
  }

  async down() {
    this.schema.raw('drop view learning_titles')
  }
}
