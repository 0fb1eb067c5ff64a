import { TenantSchema } from '#core/kit/schema'

/**
 * Details that a candidate confirmed for the exam house, as on their identity document. They are in the entry, which the provider may read.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table exams_entries add column candidate_initials text, add column candidate_infix text, add column candidate_lastname text,
        add column candidate_birthdate date, add column candidate_birthplace text, add column candidate_confirmed_at timestamptz,
        add constraint exams_entries_candidate check (candidate_confirmed_at is null
          or num_nulls(candidate_initials, candidate_lastname, candidate_birthdate, candidate_birthplace) = 0);
      create index exams_entries_candidates on exams_entries (company_id) where candidate_lastname is not null`)
  }

  async down() {
    this.schema.raw(`
      alter table exams_entries drop constraint exams_entries_candidate, drop column candidate_initials, drop column candidate_infix,
        drop column candidate_lastname, drop column candidate_birthdate, drop column candidate_birthplace, drop column candidate_confirmed_at`)
  }
}
