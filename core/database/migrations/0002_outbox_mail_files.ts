import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** The outboxes for events, jobs and mail, and the files of a company. */
export default class extends TenantSchema {
  async up() {
    // Rows are written in the transaction that causes them. After the commit they are relayed to pg-boss (core/events/relay.ts).
    this.tenantTable('core_outbox', (table) => {
      table.text('kind').notNullable().checkIn(['event', 'job'])
      table.text('name').notNullable()
      table.jsonb('payload').notNullable()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.timestamp('relayed_at').nullable()
      // Set when a row cannot be relayed, so that it does not block the others.
      table.timestamp('failed_at').nullable()
      table.text('last_error').nullable()
    })
    this.schema.raw('create index core_outbox_waiting on core_outbox (id) where relayed_at is null and failed_at is null')

    this.tenantTable('core_mail_outbox', (table) => {
      table.text('trigger').notNullable()
      // One mail per trigger and cause, even if the event is delivered more than once.
      table.text('dedupe_key').notNullable()
      table.text('language').notNullable()
      table.text('to_email').notNullable()
      table.text('to_name').notNullable()
      table.text('from_name').notNullable()
      table.text('subject').notNullable()
      table.text('html').notNullable()
      table.text('text').notNullable()
      table.text('status').notNullable().defaultTo('waiting').checkIn(['waiting', 'kept', 'sent', 'failed'])
      table.integer('attempts').notNullable().defaultTo(0)
      table.text('last_error').nullable()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.timestamp('sent_at').nullable()
      table.unique(['company_id', 'trigger', 'dedupe_key'])
    })
    this.schema.raw('create index core_mail_outbox_list on core_mail_outbox (company_id, created_at desc)')

    this.tenantTable('core_files', (table) => {
      table.text('purpose').notNullable()
      table.text('key').notNullable()
      table.text('content_type').notNullable()
      table.bigInteger('size').notNullable()
      table.text('sha256').notNullable()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.unique(['company_id', 'key'])
    })

    // The table that the database store of @adonisjs/limiter expects.
    this.schema.createTable('core_rate_limits', (table) => {
      table.string('key', 255).primary()
      table.integer('points').notNullable().defaultTo(0)
      table.bigInteger('expire').nullable()
    })
    this.protect('core_rate_limits', { read: 'false', write: 'false' })
  }

  async down() {
    for (const name of ['rate_limits', 'files', 'mail_outbox', 'outbox']) this.schema.dropTable(`core_${name}`)
  }
}
