import { TENANT_ROLE } from '../../config/database_roles.js'
import { TenantSchema } from '../../tenancy/tenant_schema.js'

/**
 * Columns for a person's own account: the version of a membership, the address of a session, skills, and when the person was warned of
 * erasure.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table core_sessions add column last_seen_at timestamptz not null default now(), add column address text;
      alter table core_memberships
        add column updated_at timestamptz not null default now(),
        add column skillset text[] not null default '{}',
        add column retention_warned_at timestamptz;
      create index core_memberships_warned on core_memberships (company_id, retention_warned_at) where retention_warned_at is not null;
      grant update (updated_at, skillset, retention_warned_at) on core_memberships to ${TENANT_ROLE};
    `)
  }

  async down() {
    this.schema.raw(`
      alter table core_memberships drop column retention_warned_at, drop column skillset, drop column updated_at;
      alter table core_sessions drop column address, drop column last_seen_at;
    `)
  }
}
