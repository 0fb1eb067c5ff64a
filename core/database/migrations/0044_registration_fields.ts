import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** Extra registration fields of a company. The answers are in core_memberships.extra_info, under the id of the field. */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('core_registration_fields', (table) => {
      // Language → text.
      table.jsonb('label').notNullable()
      table.text('kind').notNullable().checkIn(['text', 'choice', 'date', 'checkbox'])
      // The options of a choice. Renaming an option does not change existing answers.
      table.specificType('options', 'text[]').notNullable().defaultTo('{}')
      table.boolean('required').notNullable().defaultTo(false)
      table.integer('position').notNullable()
      // Set when the field is no longer asked. Existing answers still show its label.
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
