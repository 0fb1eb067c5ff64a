import { TenantSchema } from '#core/kit/schema'

/** The kind of course for VAT: `elearning`, or `taught` by a teacher. Also the last column of the view `learning_offers`. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table learning_course_versions add column vat_kind text not null default 'elearning' check (vat_kind in ('elearning', 'taught'));
      create or replace view learning_offers with (security_invoker = true) as
        select c.id as course_id, v.id as version_id, c.company_id, c.shortname, c.sector, c.type, c.is_consumer_course,
               v.name, v.description, v.languages, v.duration_minutes, v.price, v.adults_only, v.picture as photo,
               v.access_days, v.certificate_valid_months, c.primary_color, c.secondary_color, v.published_at, c.search_text, v.vat_kind
          from learning_courses c join learning_course_versions v on v.id = c.offer_version_id
         where c.status = 'available' and not c.is_project_instruction`)
  }

  async down() {
    throw new Error('The view before this one is in 0181_offers_at_hand.')
  }
}
