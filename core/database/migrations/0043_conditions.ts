import { TENANT_ROLE } from '../../config/database_roles.js'
import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** When a person accepted the conditions in this company. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw('alter table core_memberships add column conditions_accepted_at timestamptz')
    this.schema.raw(`grant update (conditions_accepted_at) on core_memberships to ${TENANT_ROLE}`)
  }

  async down() {
    this.schema.raw('alter table core_memberships drop column conditions_accepted_at')
  }
}
