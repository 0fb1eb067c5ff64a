import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** Shows plugins when a member accepted the conditions. */
export default class extends TenantSchema {
  async up() {
    // A view keeps the order of its columns. New columns are added at the end.
    this.schema.raw(`
      create or replace view kit_members with (security_invoker = true) as
        select m.id, m.company_id, m.role, m.status, m.created_at as joined_at, m.last_seen_at,
               u.firstname, u.lastname, u.email::text as email, u.language, u.birthdate, m.conditions_accepted_at
          from core_memberships m join core_users u on u.id = m.user_id`)
  }

  async down() {
    throw new Error('The view before this one is in 0005_kit_views.')
  }
}
