import { TenantSchema } from '#core/kit/schema'

/** The moment of a seat at the time of a status, because the seat may have moved since. Null: set before this was stored. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw('alter table exams_entry_history add column moment_id bigint references exams_moments (id) on delete set null')
  }

  async down() {
    this.schema.raw('alter table exams_entry_history drop column moment_id')
  }
}
