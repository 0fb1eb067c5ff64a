import { TenantSchema } from '#core/kit/schema'

/** For other plugins: the manager of a person. Its columns stay. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create view people_managers with (security_invoker = true) as
        select company_id, membership_id, manager_id from people_work where manager_id is not null;
      grant select on people_managers to platform_tenant, platform_across`)
  }

  async down() {
    this.schema.raw('drop view people_managers')
  }
}
