import { TenantSchema } from '#core/kit/schema'

/** Withdraws proposed discounts of exams that were cancelled since: they cannot be decided any more. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      update booking_bookings set discount = null where discount = 'proposed' and (status = 'canceled' or type = 'elearning')`)
  }

  async down() {
    // Which of them were proposed before nobody knows.
  }
}
