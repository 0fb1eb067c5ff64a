import { TenantSchema } from '#core/kit/schema'

/** Sites that may frame a package's pages: those of the learning system that a person was launched from. */
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
