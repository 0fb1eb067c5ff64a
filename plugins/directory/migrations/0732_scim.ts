import { TenantSchema } from '#core/kit/schema'

/** Adding and removing people by SCIM 2.0: the token of the company, and the external id of a person. */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('directory_tokens', (table) => {
      // The hash of the token that the directory sends. The token itself is shown once and not stored.
      table.text('token').notNullable().unique()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.timestamp('last_used_at').nullable()
      table.unique(['company_id'])
    })
    this.tenantTable('directory_people', (table) => {
      table.bigInteger('membership_id').notNullable()
      table.text('user_name').notNullable()
      table.text('external_id').nullable()
      table.timestamp('updated_at').notNullable().defaultTo(this.now())
      table.unique(['company_id', 'membership_id'])
      table.index(['company_id', 'external_id'])
    })
    this.ownReference('directory_people', 'membership_id', 'core_memberships', 'cascade')
    this.schema.raw('create unique index directory_people_user_name on directory_people (company_id, lower(user_name))')
  }

  async down() {
    for (const table of ['people', 'tokens']) this.schema.dropTable(`directory_${table}`)
  }
}
