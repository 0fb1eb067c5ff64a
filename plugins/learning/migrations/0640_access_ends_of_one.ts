import { TenantSchema } from '#core/kit/schema'

/** Looks up when somebody's next access ends by their own rows. It read all open rows of the company for each person (0195). */
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
    // The function stays: only how it looks things up has changed.
  }
}
