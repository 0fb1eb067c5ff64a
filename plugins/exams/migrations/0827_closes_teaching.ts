import { TenantSchema } from '#core/kit/schema'

/** Whether an exam concludes a course with a teacher, so that it may be exempt from VAT together with the course. */
export default class extends TenantSchema {
  async up() {
    this.schema.alterTable('exams_exams', (table) => void table.boolean('closes_teaching').notNullable().defaultTo(false))
  }

  async down() {
    this.schema.alterTable('exams_exams', (table) => table.dropColumn('closes_teaching'))
  }
}
