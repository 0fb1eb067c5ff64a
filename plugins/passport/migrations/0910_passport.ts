import { TenantSchema } from '#core/kit/schema'

/** The link to the public page of a person's safety passport. Without a row, the passport is not public. */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('passport_links', (table) => {
      table.bigInteger('membership_id').notNullable()
      // Part of the address in the QR code. Replaced when the person renews the link.
      table.text('token').notNullable().unique()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.unique(['company_id', 'membership_id'])
    })
    this.ownReference('passport_links', 'membership_id', 'core_memberships')
  }

  async down() {
    this.schema.dropTable('passport_links')
  }
}
