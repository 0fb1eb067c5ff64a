import { TenantSchema } from '#core/kit/schema'

/**
 * What was asked to be paid by card and what became of it. Each fact has a column of its own, so that facts may arrive in any order.
 * Nobody's name or address: the payer's stands at the provider and at what was paid.
 */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('payments_payments', (table) => {
      // Of whoever asked: `booking:…`.
      table.text('key').notNullable()
      table.integer('amount_cents').notNullable()
      table.text('description').notNullable()
      // How often it was opened: each try is a session of its own at the provider.
      table.integer('tries').notNullable().defaultTo(1)
      table.timestamp('lapses_at').notNullable()
      // The provider's ids; null until it answered.
      table.text('session').nullable()
      table.text('url').nullable()
      table.text('intent').nullable()
      table.timestamp('paid_at').nullable()
      // Of the current try.
      table.timestamp('failed_at').nullable()
      table.timestamp('lapsed_at').nullable()
      table.boolean('differs').notNullable().defaultTo(false)
      table.integer('refunded_cents').notNullable().defaultTo(0)
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.unique(['company_id', 'key'])
      table.index(['company_id', 'created_at'])
    })
    this.schema.raw(`
      alter table payments_payments add constraint payments_payments_cents
        check (amount_cents >= 50 and refunded_cents between 0 and amount_cents)`)

    this.tenantTable('payments_refunds', (table) => {
      table.bigInteger('payment_id').notNullable()
      table.integer('amount_cents').notNullable()
      // Why, short and stable: with the payment it is what makes a refund the same refund.
      table.text('reason').notNullable()
      // What is given back, where it is not the payment's own: paid twice.
      table.text('intent').nullable()
      table.text('refund').nullable()
      table.timestamp('sent_at').nullable()
      table.text('failure').nullable()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.unique(['company_id', 'payment_id', 'reason'])
    })
    this.ownReference('payments_refunds', 'payment_id', 'payments_payments')
    this.schema.raw('alter table payments_refunds add constraint payments_refunds_cents check (amount_cents > 0)')
  }

  async down() {
    this.schema.dropTable('payments_refunds')
    this.schema.dropTable('payments_payments')
  }
}
