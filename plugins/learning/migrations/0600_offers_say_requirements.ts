import { TenantSchema } from '#core/kit/schema'

/** Adds to the view `learning_offers` whether the exam of a course has requirements. Most exams have none. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create or replace view learning_offers with (security_invoker = true) as
        select c.id as course_id, v.id as version_id, c.company_id, c.shortname, c.sector, c.type, c.is_consumer_course,
               v.name, v.description, v.languages, v.duration_minutes, v.price, v.adults_only, v.picture as photo,
               v.access_days, v.certificate_valid_months, c.primary_color, c.secondary_color, v.published_at, c.search_text, v.vat_kind,
               exists (select 1 from learning_requirements r where r.course_id = c.id and r.before = 'exam') as asks_before_exam
          from learning_courses c join learning_course_versions v on v.id = c.offer_version_id
         where c.status = 'available' and not c.is_project_instruction`)
  }

  async down() {
    throw new Error('The view before this one is in 0490_vat_kind.')
  }
}
