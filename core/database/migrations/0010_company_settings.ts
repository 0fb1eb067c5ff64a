import { TENANT_ROLE } from '../../config/database_roles.js'
import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** The values that a company chose for settings of plugins, and for those of core that need no column (core/settings.ts). */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('core_company_settings', (table) => {
      table.text('plugin').notNullable()
      // key → value, only for settings that were chosen. All others follow the default, also when the default changes.
      table.jsonb('chosen').notNullable().defaultTo('{}')
      table.unique(['company_id', 'plugin'])
    })
    // Only core changes settings, so that each change is validated, announced and recorded in the audit log.
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
