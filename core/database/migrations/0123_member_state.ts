import { TENANT_ROLE } from '../../config/database_roles.js'
import { TenantSchema } from '../../tenancy/tenant_schema.js'

/**
 * Adds the state of a member in one column: an invited person who has not joined yet is not blocked, and a person who was blocked before
 * joining is no longer invited. Adds the progress of a member too. Lists of people sort by both, so both are on the membership and have an
 * index.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table core_memberships
        add column deactivated_at timestamptz,
        add column progress smallint check (progress between 0 and 100);
      update core_memberships m set deactivated_at = a.at
        from (select details->>'membershipId' as id, max(created_at) as at from core_audit_log where action = 'membership.inactive' group by 1) a
       where a.id = m.id::text and m.status = 'inactive';
      alter table core_memberships add column state text not null generated always as (
        case when status <> 'inactive' then status
             when registration_type = 'invite' and last_seen_at is null and invitation_withdrawn_at is null and deactivated_at is null then 'invited'
             else 'inactive' end) stored;
      -- People without courses come last in both directions.
      create index core_memberships_progress on core_memberships (company_id, progress, id) include (role, status);
      create index core_memberships_progress_down on core_memberships (company_id, progress desc nulls last, id desc) include (role, status);
      grant update (deactivated_at, progress) on core_memberships to ${TENANT_ROLE};
      -- A view keeps the order of its columns. New columns are added at the end.
      create or replace view kit_members with (security_invoker = true) as
        select m.id, m.company_id, m.role, m.status, m.created_at as joined_at, m.last_seen_at,
               u.firstname, u.lastname, u.email::text as email, u.language, u.birthdate, m.conditions_accepted_at, m.extra_info as answers,
               m.skillset, m.state
          from core_memberships m join core_users u on u.id = m.user_id`)
  }

  async down() {
    throw new Error('The view before this one is in 0103_kit_skillset.')
  }
}
