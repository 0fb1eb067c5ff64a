import { TenantSchema } from '#core/kit/schema'

/** The link with which people register at a company. */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('registration_links', (table) => {
      table.text('token').notNullable().unique()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.unique(['company_id'])
    })
  }

  async down() {
    this.schema.dropTable('registration_links')
  }
}
