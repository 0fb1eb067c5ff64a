import { TenantSchema } from '#core/kit/schema'

/** A certificate that a withdrawn question took away is made valid again when its person passes after all (decision 0380). */
export default class extends TenantSchema {
  async up() {
    this.schema.alterTable('certificates_certificates', (table) => {
      table.boolean('revoked_by_marking').notNullable().defaultTo(false)
    })
  }

  async down() {
    this.schema.alterTable('certificates_certificates', (table) => table.dropColumn('revoked_by_marking'))
  }
}
