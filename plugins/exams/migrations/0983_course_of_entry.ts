import { TenantSchema } from '#core/kit/schema'

/**
 * The name of the course, copied for the provider, who cannot read courses of another company. It is on the entry, which only the company
 * and the provider may read, and not on the moment, which every company may read (decision 0382).
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`alter table exams_entries add column course_name jsonb not null default '{}'`)
  }

  async down() {
    this.schema.alterTable('exams_entries', (table) => table.dropColumn('course_name'))
  }
}
