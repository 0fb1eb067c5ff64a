import { TenantSchema } from '#core/kit/schema'

/** Systems without LTI, which send people with a signed link. People are identified by integration, system and subject. */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('lti_sources', (table) => {
      table.text('name').notNullable()
      // The issuer (`iss`) of its links. An opaque value that also identifies the company.
      table.text('token').notNullable().unique()
      table.boolean('is_active').notNullable().defaultTo(true)
      table.timestamp('created_at').notNullable().defaultTo(this.now())
    })
    this.schema.raw(`create unique index lti_sources_name on lti_sources (company_id, search_key(name))`)

    this.tenantTable('lti_source_secrets', (table) => {
      table.bigInteger('source_id').notNullable()
      // Encrypted with the key of the platform.
      table.text('secret').notNullable()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      // No longer valid from then on. Null: in use.
      table.timestamp('until').nullable()
      table.index(['company_id', 'source_id'])
    })
    this.ownReference('lti_source_secrets', 'source_id', 'lti_sources')

    this.tenantTable('lti_arrivals', (table) => {
      table.text('integration').notNullable()
      table.text('source').notNullable()
      table.text('source_name').notNullable()
      table.text('subject').notNullable()
      table.bigInteger('membership_id').notNullable()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.timestamp('last_used_at').nullable()
      table.unique(['company_id', 'integration', 'source', 'subject'])
      table.index(['company_id', 'membership_id'])
    })
    this.ownReference('lti_arrivals', 'membership_id', 'core_memberships')

    // The system from which a launch without a platform came.
    this.schema.alterTable('lti_launches', (table) => table.text('source').nullable())
  }

  async down() {
    this.schema.alterTable('lti_launches', (table) => table.dropColumn('source'))
    for (const table of ['arrivals', 'source_secrets', 'sources']) this.schema.dropTable(`lti_${table}`)
  }
}
