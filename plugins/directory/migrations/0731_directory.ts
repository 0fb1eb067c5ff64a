import { TenantSchema } from '#core/kit/schema'

/** The sign-in provider of a company, and which account at the provider belongs to which member. */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('directory_providers', (table) => {
      table.text('issuer').notNullable()
      table.text('client_id').notNullable()
      // Encrypted with the key of the platform. Never returned.
      table.text('client_secret').notNullable()
      // Whether an unknown person becomes a participant at their first sign-in.
      table.boolean('creates_people').notNullable().defaultTo(false)
      table.timestamp('updated_at').notNullable().defaultTo(this.now())
      table.unique(['company_id'])
    })
    // A sign-in that is in progress at the provider. Only the browser has its secret and the values derived from it.
    this.tenantTable('directory_sign_ins', (table) => {
      table.text('token').notNullable().unique()
      table.binary('browser_hash').notNullable()
      table.timestamp('expires_at').notNullable()
      table.index(['company_id', 'expires_at'])
    })
    this.tenantTable('directory_links', (table) => {
      table.bigInteger('membership_id').notNullable()
      table.text('issuer').notNullable()
      table.text('subject').notNullable()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.timestamp('last_used_at').notNullable().defaultTo(this.now())
      table.unique(['company_id', 'issuer', 'subject'])
      table.unique(['company_id', 'membership_id'])
    })
    this.ownReference('directory_links', 'membership_id', 'core_memberships', 'cascade')
  }

  async down() {
    for (const table of ['links', 'sign_ins', 'providers']) this.schema.dropTable(`directory_${table}`)
  }
}
