import { TenantSchema } from '#core/kit/schema'

/**
 * The price of an exam, the register for its results, and adjustments: those that an exam and a moment offer, and those that a person
 * chose.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table exams_exams
        -- Null: the price in the settings of the booking company.
        add column price_cents integer check (price_cents between 0 and 10000000),
        add column register text check (register in ('vca', 'sir')),
        add column adjustments text[] not null default '{}',
        -- The duration with an adjustment. Null: the normal duration.
        add column adjusted_minutes integer check (adjusted_minutes between 5 and 600),
        add constraint exams_exams_adjustments check (adjustments <@ array['reading_aloud', 'extra_time']);
      -- Null: the adjustments of the exam.
      alter table exams_moments add column adjustments text[] check (adjustments <@ array['reading_aloud', 'extra_time']);
      alter table exams_entries add column adjustments text[] not null default '{}'
        constraint exams_entries_adjustments check (adjustments <@ array['reading_aloud', 'extra_time'])`)
  }

  async down() {
    this.schema.raw(`
      alter table exams_exams drop column price_cents, drop column register, drop column adjustments, drop column adjusted_minutes;
      alter table exams_moments drop column adjustments;
      alter table exams_entries drop column adjustments`)
  }
}
