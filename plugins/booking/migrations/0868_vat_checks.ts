import { TenantSchema } from '#core/kit/schema'

/**
 * A flag of a company made its e-learning and exams exempt from VAT. The exemption now depends on the seller and on each product (decision
 * 0266). The old value is stored for an admin to check, and the setting is removed.
 */
export const MOVE_FLAGS = `
  insert into booking_vat_checks (company_id)
    select company_id from core_company_settings where plugin = 'booking' and chosen->>'vat_exempt' = 'true';
  update core_company_settings set chosen = chosen - 'vat_exempt' where plugin = 'booking' and jsonb_exists(chosen, 'vat_exempt')`

export default class extends TenantSchema {
  async up() {
    this.tenantTable('booking_vat_checks', (table) => {
      table.timestamp('noted_at', { useTz: true }).notNullable().defaultTo(this.now())
      table.timestamp('checked_at', { useTz: true }).nullable()
      table.unique(['company_id'])
    })
    this.schema.raw(MOVE_FLAGS)
  }

  async down() {
    this.schema.dropTable('booking_vat_checks')
  }
}
