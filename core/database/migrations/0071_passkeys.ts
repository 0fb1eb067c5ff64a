import { TenantSchema } from '../../tenancy/tenant_schema.js'

/**
 * Passkeys: a second factor besides codes from an app. A person may have several, each with a name. A passkey works only on the host where
 * it was created.
 */
export default class extends TenantSchema {
  async up() {
    this.platformTable(
      'core_passkeys',
      (table) => {
        table.bigInteger('user_id').notNullable().references('id').inTable('core_users').onDelete('CASCADE')
        table.text('credential_id').notNullable().unique()
        table.binary('public_key').notNullable()
        // Increases with each use if the authenticator supports it. A cloned authenticator is detected by a lower value.
        table.bigInteger('counter').notNullable().defaultTo(0)
        table.specificType('transports', 'text[]').notNullable().defaultTo('{}')
        table.text('rp_id').notNullable()
        table.text('name').notNullable()
        table.timestamp('created_at').notNullable().defaultTo(this.now())
        table.timestamp('last_used_at').nullable()
        table.index(['user_id'])
      },
      { companiesMayRead: false },
    )
  }

  async down() {
    this.schema.dropTable('core_passkeys')
  }
}
