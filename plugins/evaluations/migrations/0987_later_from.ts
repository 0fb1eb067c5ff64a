import { TenantSchema } from '#core/kit/schema'

/** Since when a course is evaluated again: whoever passed it before is not asked, also when the event of it is delivered late. */
export default class extends TenantSchema {
  async up() {
    this.schema.alterTable('evaluations_later', (table) => {
      table.timestamp('set_at', { useTz: true }).notNullable().defaultTo(this.now())
    })
  }

  async down() {
    this.schema.alterTable('evaluations_later', (table) => table.dropColumn('set_at'))
  }
}
