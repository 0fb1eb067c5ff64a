import { TenantSchema } from '#core/kit/schema'

/** The duration of an exam, for calendar appointments. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(
      'alter table exams_exams add column minutes integer not null default 120 constraint exams_exams_minutes check (minutes between 5 and 600)',
    )
  }

  async down() {
    this.schema.raw('alter table exams_exams drop column minutes')
  }
}
