import { TenantSchema } from '#core/kit/schema'

/**
 * Keys to seats that were bought without names. `booking_id` is an id of booking and `course_id` is an id of learning, without foreign
 * keys, because plugins do not reference each other's tables.
 */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('seat_keys_keys', (table) => {
      table.bigInteger('booking_id').notNullable()
      // The number of the key that people see, starting at 1.
      table.integer('nth').notNullable()
      // The code on the card and in its address. Renewing a key gives it a new code.
      table.text('token').notNullable().unique()
      table.bigInteger('course_id').notNullable()
      table.jsonb('course_name').notNullable()
      // Null with a date in `used_at`: the person was erased.
      table.bigInteger('used_by').nullable()
      table.timestamp('used_at').nullable()
      table.timestamp('withdrawn_at').nullable()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.unique(['company_id', 'booking_id', 'nth'])
      table.index(['company_id', 'used_by'])
    })
    this.ownReference('seat_keys_keys', 'used_by', 'core_memberships', 'set null')
    this.schema.raw(`
      alter table seat_keys_keys
        add constraint seat_keys_keys_used check (used_by is null or used_at is not null),
        add constraint seat_keys_keys_closed_once check (used_at is null or withdrawn_at is null)`)
  }

  async down() {
    this.schema.dropTable('seat_keys_keys')
  }
}
