import { TenantSchema } from '#core/kit/schema'

/**
 * Contracts of a company with the platform, and their uses. A use is one person on one course, for a subject such as a booking. The
 * contract is locked while places are taken, so that the last place is given only once.
 */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('contracts_contracts', (table) => {
      // The columns of specification, section 3.
      table.text('name').notNullable()
      table.text('email').notNullable()
      table.text('order_number').nullable()
      table.text('type').notNullable().checkIn(['participants', 'courses', 'unlimited'])
      table.date('starts_on').notNullable()
      table.date('ends_on').notNullable()
      // Null: unlimited.
      table.integer('participants').nullable()
      table.integer('custom_courses').nullable()
      // Null: no places beyond the limit.
      table.integer('extra_participant_cents').nullable()
      table.integer('extra_course_cents').nullable()
      table.boolean('only_started').notNullable().defaultTo(false)
      // Empty: all courses.
      table.jsonb('courses').notNullable().defaultTo('[]')
      table.timestamp('warned_of_use').nullable()
      table.timestamp('warned_of_end').nullable()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.timestamp('updated_at').notNullable().defaultTo(this.now())
      table.index(['company_id', 'ends_on'])
    })
    this.schema.raw(`
      alter table contracts_contracts add constraint contracts_contracts_days check (ends_on >= starts_on),
        add column search_text text not null generated always as (search_key(name || ' ' || coalesce(order_number, ''))) stored`)

    this.tenantTable('contracts_uses', (table) => {
      table.bigInteger('contract_id').notNullable()
      table.text('subject').notNullable()
      table.bigInteger('course_id').notNullable()
      // Null once the person is erased. The place stays used.
      table.bigInteger('membership_id').nullable()
      table.integer('extra_cents').notNullable().defaultTo(0)
      table.timestamp('taken_at').notNullable().defaultTo(this.now())
      // When learning reported that the person began.
      table.timestamp('started_at').nullable()
      table.timestamp('given_back_at').nullable()
      table.unique(['company_id', 'subject', 'membership_id'])
      table.index(['company_id', 'contract_id', 'taken_at'])
      table.index(['company_id', 'membership_id', 'course_id'])
    })
    this.ownReference('contracts_uses', 'contract_id', 'contracts_contracts')
    this.ownReference('contracts_uses', 'membership_id', 'core_memberships', 'set null')

    this.tenantTable('contracts_orders', (table) => {
      table.text('number').notNullable()
      table.text('text').notNullable().defaultTo('')
      table.date('ends_on').nullable()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.timestamp('updated_at').notNullable().defaultTo(this.now())
    })
    this.schema.raw('create unique index contracts_orders_number on contracts_orders (company_id, lower(number))')
  }

  async down() {
    for (const name of ['orders', 'uses', 'contracts']) this.schema.dropTable(`contracts_${name}`)
  }
}
