import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** A second step at the door: what a person enrolled, their recovery codes, and what a company asks of its supervisors. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      -- Beside the password, so that the statement of the sign-in says it.
      alter table core_users add column second_factor_at timestamptz;
      alter table core_companies add column second_factor text not null default 'off'
        constraint core_companies_second_factor check (second_factor in ('off', 'allowed', 'demanded'));
    `)
    this.platformTable(
      'core_second_factors',
      (table) => {
        table.bigInteger('user_id').notNullable().unique().references('id').inTable('core_users').onDelete('CASCADE')
        // Encrypted with the platform's key: a copy of this table makes no codes.
        table.text('secret').notNullable()
        // The last half minute whose code was used: nobody uses it twice.
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
