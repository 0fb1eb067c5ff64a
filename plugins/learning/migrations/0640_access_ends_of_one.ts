import { TenantSchema } from '#core/kit/schema'

/**
 * Computes the next end of access from the rows of the person. Before this, it read all open rows of the company for each person (0195).
 */
export default class extends TenantSchema {
  async up() {
    this.memberEndsSet('learning_access_ends', {
      of: 'learning_participations',
      ends: 'expires_at',
      type: 'timestamptz',
      counts: (row) => `(${row}.current and ${row}.status in ('registered', 'planned', 'busy'))`,
      isAhead: (end) => `${end} > now()`,
      maybePast: `now() + interval '1 microsecond'`,
    })
  }

  async down() {
    // The function stays, because only its query has changed.
  }
}
