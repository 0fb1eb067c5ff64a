import { TenantSchema } from '#core/kit/schema'

/** Moments that changed recently. The job that updates entries reads only these. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create index exams_moments_changed on exams_moments (updated_at)`)
  }

  async down() {
    this.schema.raw('drop index exams_moments_changed')
  }
}
