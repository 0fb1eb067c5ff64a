import { TenantSchema } from '#core/kit/schema'

/** Why an admin viewed evidence. Null for an examiner of the provider, whose task it is. */
export default class extends TenantSchema {
  async up() {
    this.schema.alterTable('proctoring_views', (table) => {
      table.text('reason').nullable()
    })
  }

  async down() {
    this.schema.alterTable('proctoring_views', (table) => table.dropColumn('reason'))
  }
}
