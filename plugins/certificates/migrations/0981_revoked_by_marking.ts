import { TenantSchema } from '#core/kit/schema'

/** A certificate that was revoked because a question was withdrawn becomes valid again if the person passes after all (decision 0380). */
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
