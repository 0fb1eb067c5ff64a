import { TENANT_ROLE } from '../../config/database_roles.js'
import { TenantSchema } from '../../tenancy/tenant_schema.js'

/**
 * How somebody stands with a company, said in one place: who was invited and has not come yet is not shut out, and who was shut out
 * before they ever came is not invited any more. And which share of their courses they passed: what lists of people sort by stands
 * with the person, so that an index has its order.
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
      -- Who has no courses comes last, whichever way one sorts.
      create index core_memberships_progress on core_memberships (company_id, progress, id) include (role, status);
      create index core_memberships_progress_down on core_memberships (company_id, progress desc nulls last, id desc) include (role, status);
      grant update (deactivated_at, progress) on core_memberships to ${TENANT_ROLE};
      -- What a view has stays where it is; more comes at its end.
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
