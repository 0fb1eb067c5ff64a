import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** What a company asks of people beside their name; the answers stand in core_memberships.extra_info under the field's id. */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('core_registration_fields', (table) => {
      // Language → words.
      table.jsonb('label').notNullable()
      table.text('kind').notNullable().checkIn(['text', 'choice', 'date', 'checkbox'])
      // The answers of a choice, as they are kept: renaming one leaves what was answered.
      table.specificType('options', 'text[]').notNullable().defaultTo('{}')
      table.boolean('required').notNullable().defaultTo(false)
      table.integer('position').notNullable()
      // Asked no more; its answers keep their words by it.
      table.timestamp('removed_at').nullable()
    })
    this.schema.raw(
      'create index core_registration_fields_asked on core_registration_fields (company_id, position) where removed_at is null',
    )
  }

  async down() {
    this.schema.dropTable('core_registration_fields')
  }
}
