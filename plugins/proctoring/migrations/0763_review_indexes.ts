import { TenantSchema } from '#core/kit/schema'

/**
 * Indexes for a provider with many recordings. One contains its decided attempts, newest first: what its examiners' list shows. The other
 * finds a recording by its attempt: examiners and learning know the attempt, but not always the participant's company.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create index proctoring_recordings_decided on proctoring_recordings (review_company_id, decided_at desc) where state in ('approved', 'rejected');
      create index proctoring_recordings_by_attempt on proctoring_recordings (attempt_id) where attempt_id is not null`)
  }

  async down() {
    this.schema.raw('drop index proctoring_recordings_decided; drop index proctoring_recordings_by_attempt')
  }
}
