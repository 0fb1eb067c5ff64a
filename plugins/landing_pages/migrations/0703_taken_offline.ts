import { TenantSchema } from '#core/kit/schema'

/** When a published page was taken offline. Only the newest version counts. */
export default class extends TenantSchema {
  async up() {
    this.schema.alterTable('landing_pages_versions', (table) => void table.timestamp('withdrawn_at'))
  }

  async down() {
    this.schema.alterTable('landing_pages_versions', (table) => table.dropColumn('withdrawn_at'))
  }
}
