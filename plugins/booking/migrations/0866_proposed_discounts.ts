import { TenantSchema } from '#core/kit/schema'

/** Withdraws proposed discounts of exams that were cancelled, because nobody can decide on them any more. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      update booking_bookings set discount = null where discount = 'proposed' and (status = 'canceled' or type = 'elearning')`)
  }

  async down() {
    // Not reversible: which discounts were proposed is not stored.
  }
}
