import { TenantSchema } from '#core/kit/schema'

/** Since when a course has a second evaluation. People who passed it earlier are not asked, also if the event is delivered late. */
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
