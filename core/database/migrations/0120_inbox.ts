import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** Messages from other systems, stored once by their own id until a job has processed them. */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('core_inbox', (table) => {
      table.text('inbox').notNullable()
      // The id that the sender gave the message. Unique across companies, because the sender knows no companies.
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
