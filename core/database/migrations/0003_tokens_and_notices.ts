import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** Single-use tokens, incidents, page view counts, and the tag manager of a company. */
export default class extends TenantSchema {
  async up() {
    this.platformTable(
      'core_tokens',
      (table) => {
        table.text('purpose').notNullable()
        // Only the hash is stored, so that a copy of this table gives access to no account.
        table.binary('token_hash').notNullable().unique()
        table.bigInteger('user_id').notNullable().references('id').inTable('core_users').onDelete('CASCADE')
        table.bigInteger('membership_id').nullable().references('id').inTable('core_memberships').onDelete('CASCADE')
        table.timestamp('created_at').notNullable().defaultTo(this.now())
        table.timestamp('expires_at').notNullable()
        table.timestamp('used_at').nullable()
        table.integer('tries').notNullable().defaultTo(0)
      },
      { companiesMayRead: false },
    )
    this.schema.raw(`
      create index core_tokens_person on core_tokens (user_id, purpose);
      create index core_tokens_membership on core_tokens (membership_id);
      create index core_tokens_expiry on core_tokens (expires_at);
    `)

    this.platformTable(
      'core_incidents',
      (table) => {
        table.text('english_message').notNullable()
        table.text('dutch_message').notNullable()
        table.timestamp('started_at').notNullable().defaultTo(this.now())
        table.timestamp('ended_at').nullable()
      },
      { companiesMayRead: true },
    )

    // Totals without personal data: views of a page per day and role.
    this.tenantTable('core_page_views', (table) => {
      table.date('day').notNullable()
      table.text('route').notNullable()
      table.text('role').notNullable()
      table.integer('views').notNullable().defaultTo(1)
      table.unique(['company_id', 'day', 'route', 'role'])
    })

    this.schema.alterTable('core_companies', (table) => table.text('tag_manager_id').nullable())
    this.schema.raw(`alter table core_companies add constraint core_companies_tag_manager check (tag_manager_id ~ '^GTM-[A-Z0-9]{4,12}$')`)
  }

  async down() {
    this.schema.alterTable('core_companies', (table) => table.dropColumn('tag_manager_id'))
    for (const name of ['page_views', 'incidents', 'tokens']) this.schema.dropTable(`core_${name}`)
  }
}
