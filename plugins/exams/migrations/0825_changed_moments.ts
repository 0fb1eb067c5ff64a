import { TenantSchema } from '#core/kit/schema'

/** Moments that changed recently: the job that updates their entries reads no others. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create index exams_moments_changed on exams_moments (updated_at)`)
  }

  async down() {
    this.schema.raw('drop index exams_moments_changed')
  }
}
