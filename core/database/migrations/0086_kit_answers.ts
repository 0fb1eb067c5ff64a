import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** What a member answered when they registered, by the id of what was asked: rules of plugins may look at it. */
export default class extends TenantSchema {
  async up() {
    // What a view has stays where it is; more comes at its end.
    this.schema.raw(`
      create or replace view kit_members with (security_invoker = true) as
        select m.id, m.company_id, m.role, m.status, m.created_at as joined_at, m.last_seen_at,
               u.firstname, u.lastname, u.email::text as email, u.language, u.birthdate, m.conditions_accepted_at, m.extra_info as answers
          from core_memberships m join core_users u on u.id = m.user_id`)
  }

  async down() {
    throw new Error('The view before this one is in 0046_kit_conditions.')
  }
}
