import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** Two-factor authentication: enrolled authenticator apps, recovery codes, and whether a company requires it of its supervisors. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      -- Next to the password, so that the sign-in query returns it without a join.
      alter table core_users add column second_factor_at timestamptz;
      alter table core_companies add column second_factor text not null default 'off'
        constraint core_companies_second_factor check (second_factor in ('off', 'allowed', 'demanded'));
    `)
    this.platformTable(
      'core_second_factors',
      (table) => {
        table.bigInteger('user_id').notNullable().unique().references('id').inTable('core_users').onDelete('CASCADE')
        // Encrypted with the key of the platform, so that a copy of this table cannot generate codes.
        table.text('secret').notNullable()
        // The time step of the last code that was used. A code cannot be used twice.
        table.bigInteger('last_step').notNullable().defaultTo(0)
        table.timestamp('created_at').notNullable().defaultTo(this.now())
        table.timestamp('confirmed_at').nullable()
      },
      { companiesMayRead: false },
    )
    this.platformTable(
      'core_recovery_codes',
      (table) => {
        table.bigInteger('user_id').notNullable().references('id').inTable('core_users').onDelete('CASCADE')
        table.binary('code_hash').notNullable()
        table.timestamp('created_at').notNullable().defaultTo(this.now())
        table.timestamp('used_at').nullable()
        table.unique(['user_id', 'code_hash'])
      },
      { companiesMayRead: false },
    )
  }

  async down() {
    this.schema.dropTable('core_recovery_codes')
    this.schema.dropTable('core_second_factors')
    this.schema.raw('alter table core_companies drop column second_factor; alter table core_users drop column second_factor_at')
  }
}
