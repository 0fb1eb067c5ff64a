import { TenantSchema } from '#core/kit/schema'

/** The next end of a certificate, per member. Lists of people sort by it (decision 0213). */
export default class extends TenantSchema {
  async up() {
    this.memberEnds('certificates_next_ends', {
      of: 'certificates_certificates',
      ends: 'valid_until',
      type: 'date',
      counts: (row) => `(${row}.revoked_at is null)`,
      // Valid until the end of its last day, in the time zone of the company that issued it.
      isAhead: (end, row) =>
        `${end} >= (now() at time zone (select c.time_zone from core_companies c where c.id = ${row}.company_id))::date`,
      // The time zone in which each day begins first.
      maybePast: `(now() at time zone 'Pacific/Kiritimati')::date`,
    })
  }

  async down() {
    this.dropMemberEnds('certificates_next_ends', 'certificates_certificates')
  }
}
