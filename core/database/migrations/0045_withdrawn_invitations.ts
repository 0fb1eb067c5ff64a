import { TENANT_ROLE } from '../../config/database_roles.js'
import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** When an open invitation was withdrawn. Its links no longer work, and requesting a new one has no effect. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw('alter table core_memberships add column invitation_withdrawn_at timestamptz')
    this.schema.raw(`grant update (invitation_withdrawn_at) on core_memberships to ${TENANT_ROLE}`)
  }

  async down() {
    this.schema.raw('alter table core_memberships drop column invitation_withdrawn_at')
  }
}
