import { TenantSchema } from '#core/kit/schema'

/** The description of the certificate becomes a text per language, like other texts of the course. Existing texts were Dutch. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table exams_exams alter column certificate drop default,
        alter column certificate type jsonb using case when certificate = '' then '{}' else jsonb_build_object('nl', certificate) end,
        alter column certificate set default '{}';
      alter table exams_exams add constraint exams_exams_certificate check (jsonb_typeof(certificate) = 'object')`)
  }

  async down() {
    this.schema.raw(`
      alter table exams_exams drop constraint exams_exams_certificate, alter column certificate drop default;
      alter table exams_exams
        alter column certificate type text using coalesce(certificate ->> 'nl', certificate ->> 'en', ''),
        alter column certificate set default ''`)
  }
}
