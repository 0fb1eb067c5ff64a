import { TENANT_ROLE } from '../../config/database_roles.js'
import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** What a company chose of each plugin's declared settings; of core's, those that need no column (core/settings.ts). */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('core_company_settings', (table) => {
      table.text('plugin').notNullable()
      // key → value, only what was chosen: a default that changes holds for who never chose.
      table.jsonb('chosen').notNullable().defaultTo('{}')
      table.unique(['company_id', 'plugin'])
    })
    // Changing is core's work, so that it is validated, told and kept in the audit log, whoever asks.
    this.schema.raw(`
      revoke insert, update, delete on core_company_settings from ${TENANT_ROLE};
      insert into core_company_settings (company_id, plugin, chosen)
        select id, 'companies', jsonb_build_object('catalogue_access', catalogue_access, 'sir_member', sir_member, 'exam_provider', exam_provider)
          from core_companies;
      alter table core_companies drop column catalogue_access, drop column sir_member, drop column exam_provider;
    `)
  }

  async down() {
    this.schema.alterTable('core_companies', (table) => {
      for (const flag of ['catalogue_access', 'sir_member', 'exam_provider']) table.boolean(flag).notNullable().defaultTo(false)
    })
    this.schema.dropTable('core_company_settings')
  }
}
