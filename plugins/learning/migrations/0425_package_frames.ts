import { TenantSchema } from '#core/kit/schema'

/** Who may show a package's pages: the site that a person was launched from, when the platform itself stands in a frame of it. */
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
