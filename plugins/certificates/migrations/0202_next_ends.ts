import { TenantSchema } from '#core/kit/schema'

/** When the next certificate of somebody ends, for each member: lists of people are sorted by it (decision 0213). */
export default class extends TenantSchema {
  async up() {
    this.memberEnds('certificates_next_ends', {
      of: 'certificates_certificates',
      ends: 'valid_until',
      type: 'date',
      counts: (row) => `(${row}.revoked_at is null)`,
      // Valid through its last day, by the clocks of the company that gave it.
      isAhead: (end, row) =>
        `${end} >= (now() at time zone (select c.time_zone from core_companies c where c.id = ${row}.company_id))::date`,
      // Where the day begins first.
      maybePast: `(now() at time zone 'Pacific/Kiritimati')::date`,
    })
  }

  async down() {
    this.dropMemberEnds('certificates_next_ends', 'certificates_certificates')
  }
}
