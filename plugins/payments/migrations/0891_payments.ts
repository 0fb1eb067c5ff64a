import { TenantSchema } from '#core/kit/schema'

/**
 * Card payments and their results. Each event has its own column, so that events may arrive in any order. Contains no names or addresses:
 * these are stored by the provider and with the purchase.
 */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('payments_payments', (table) => {
      // The purpose of the payment, such as `booking:…`.
      table.text('key').notNullable()
      table.integer('amount_cents').notNullable()
      table.text('description').notNullable()
      // How often the payment page was opened. Each try is a new session at the provider.
      table.integer('tries').notNullable().defaultTo(1)
      table.timestamp('lapses_at').notNullable()
      // The ids of the provider. Null until it answered.
      table.text('session').nullable()
      table.text('url').nullable()
      table.text('intent').nullable()
      table.timestamp('paid_at').nullable()
      // For the current try.
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
      // A short, stable reason. Together with the payment it identifies a refund, so that it happens once.
      table.text('reason').notNullable()
      // The payment to refund if it differs from the first one: somebody paid twice.
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
