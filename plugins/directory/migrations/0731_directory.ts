import { TenantSchema } from '#core/kit/schema'

/** A company's own sign-in provider, and who of its people is whom there. */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('directory_providers', (table) => {
      table.text('issuer').notNullable()
      table.text('client_id').notNullable()
      // Encrypted with the platform's key; never given back.
      table.text('client_secret').notNullable()
      // Whether somebody unknown becomes a participant at their first sign-in.
      table.boolean('creates_people').notNullable().defaultTo(false)
      table.timestamp('updated_at').notNullable().defaultTo(this.now())
      table.unique(['company_id'])
    })
    // A sign-in that is under way at the provider. Its secret and what is derived of it only the browser has.
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
