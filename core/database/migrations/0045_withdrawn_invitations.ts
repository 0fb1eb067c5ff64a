import { TENANT_ROLE } from '../../config/database_roles.js'
import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** When an open invitation was taken back: its links, and a question for a new one, open nothing any more. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw('alter table core_memberships add column invitation_withdrawn_at timestamptz')
    this.schema.raw(`grant update (invitation_withdrawn_at) on core_memberships to ${TENANT_ROLE}`)
  }

  async down() {
    this.schema.raw('alter table core_memberships drop column invitation_withdrawn_at')
  }
}
