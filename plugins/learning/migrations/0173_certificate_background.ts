import { TenantSchema } from '#core/kit/schema'

/** The background of a course's certificate (specification, section 3: certificate background, optional). */
export default class extends TenantSchema {
  async up() {
    this.schema.alterTable('learning_course_versions', (table) => void table.text('certificate_background').nullable())
  }

  async down() {
    this.schema.alterTable('learning_course_versions', (table) => void table.dropColumn('certificate_background'))
  }
}
