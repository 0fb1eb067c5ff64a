import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** Passkeys, a second factor beside the codes of an app. Several a person, each with a name; of the host it was made on. */
export default class extends TenantSchema {
  async up() {
    this.platformTable(
      'core_passkeys',
      (table) => {
        table.bigInteger('user_id').notNullable().references('id').inTable('core_users').onDelete('CASCADE')
        table.text('credential_id').notNullable().unique()
        table.binary('public_key').notNullable()
        // Goes up with each use, where the authenticator counts: a copy of it is found out.
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
