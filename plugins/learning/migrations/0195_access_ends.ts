import { TenantSchema } from '#core/kit/schema'

/** When somebody's next access ends, for each member: lists of people are sorted by it (decision 0213). */
export default class extends TenantSchema {
  async up() {
    this.memberEnds('learning_access_ends', {
      of: 'learning_participations',
      ends: 'expires_at',
      type: 'timestamptz',
      counts: (row) => `(${row}.current and ${row}.status in ('registered', 'planned', 'busy'))`,
      isAhead: (end) => `${end} > now()`,
      maybePast: `now() + interval '1 microsecond'`,
    })
  }

  async down() {
    this.dropMemberEnds('learning_access_ends', 'learning_participations')
  }
}
