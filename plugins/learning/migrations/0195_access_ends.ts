import { TenantSchema } from '#core/kit/schema'

/** The next end of access, per member. Lists of people sort by it (decision 0213). */
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
