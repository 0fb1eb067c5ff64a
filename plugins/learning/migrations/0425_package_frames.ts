import { TenantSchema } from '#core/kit/schema'

/** Sites that may frame the pages of a package: those of the learning system from which the person was launched. */
export default class extends TenantSchema {
  async up() {
    this.schema.alterTable('learning_package_work', (table) => {
      table.specificType('framed_by', 'text[]').notNullable().defaultTo('{}')
    })
  }

  async down() {
    this.schema.alterTable('learning_package_work', (table) => {
      table.dropColumn('framed_by')
    })
  }
}
