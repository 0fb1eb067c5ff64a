import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** What other systems told us, once by their own id, until a job has worked it off. */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('core_inbox', (table) => {
      table.text('inbox').notNullable()
      // The sender's: unique for all companies, as the sender knows none of them.
      table.text('message_key').notNullable()
      table.jsonb('content').notNullable()
      table.timestamp('received_at').notNullable().defaultTo(this.now())
      table.timestamp('done_at').nullable()
      table.unique(['inbox', 'message_key'])
      table.index(['company_id', 'done_at'])
    })
  }

  async down() {
    this.schema.dropTable('core_inbox')
  }
}
