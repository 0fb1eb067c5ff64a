import { TenantSchema } from '#core/kit/schema'

/** A discount that was proposed for an exam which was cancelled since is proposed no longer: nobody could decide on it. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      update booking_bookings set discount = null where discount = 'proposed' and (status = 'canceled' or type = 'elearning')`)
  }

  async down() {
    // Which of them were proposed before nobody knows.
  }
}
