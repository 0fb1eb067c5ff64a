import { TenantSchema } from '#core/kit/schema'

/**
 * The name of the course, copied for the provider, who cannot read another company's own courses. It stands with the entry, whose policy
 * names the provider, and not with the moment, which every company reads (decision 0382).
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`alter table exams_entries add column course_name jsonb not null default '{}'`)
  }

  async down() {
    this.schema.alterTable('exams_entries', (table) => table.dropColumn('course_name'))
  }
}
