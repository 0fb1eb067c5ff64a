import { TenantSchema } from '#core/kit/schema'

/** Who comes in by a company's direct access may take the course at once, without a supervisor's assignment (specification, section 3). */
export default class extends TenantSchema {
  async up() {
    this.schema.alterTable('learning_courses', (table) => void table.boolean('direct_access').notNullable().defaultTo(false))
  }

  async down() {
    this.schema.alterTable('learning_courses', (table) => void table.dropColumn('direct_access'))
  }
}
