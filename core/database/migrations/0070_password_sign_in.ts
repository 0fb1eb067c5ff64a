import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** Who may sign in with a password in a company. Next to the second factor, so that the sign-in query returns it without a join. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table core_companies add column password_sign_in text not null default 'everybody'
        constraint core_companies_password_sign_in check (password_sign_in in ('everybody', 'supervisors'))
    `)
  }

  async down() {
    this.schema.raw('alter table core_companies drop column password_sign_in')
  }
}
