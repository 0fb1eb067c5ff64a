import { TenantSchema } from '../../tenancy/tenant_schema.js'

const NAMES = (lock: string) => `
  create or replace function core_membership_names() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    select u.firstname, u.lastname, u.email into new.firstname, new.lastname, new.email from core_users u where u.id = new.user_id ${lock};
    return new;
  end $$;`

/**
 * Creating a membership and renaming its person now lock the same row. Without the lock, two transactions at once could leave the old name
 * in the membership.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(NAMES('for share'))
  }

  async down() {
    this.schema.raw(NAMES(''))
  }
}
