import { TenantSchema } from '#core/kit/schema'

/** Whether people with direct access of a company may take the course without an assignment by a supervisor (specification, section 3). */
export default class extends TenantSchema {
  async up() {
    this.schema.alterTable('learning_courses', (table) => void table.boolean('direct_access').notNullable().defaultTo(false))
  }

  async down() {
    this.schema.alterTable('learning_courses', (table) => void table.dropColumn('direct_access'))
  }
}
