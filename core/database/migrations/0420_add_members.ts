import { TENANT_ROLE } from '../../config/database_roles.js'
import { CURRENT_COMPANY, TenantSchema } from '../../tenancy/tenant_schema.js'

/**
 * Adds people to the current company in the transaction of the caller, so that a booking and its invitations are saved together or not at
 * all. A company cannot make a person with an account its member: their address is left out of the result (decision 0230).
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create function core_add_members(people jsonb, by_user bigint) returns table (nr int, membership_id bigint)
        language plpgsql security definer set search_path = public, pg_temp as $$
      declare
        company bigint := ${CURRENT_COMPANY};
        person record;
        person_id bigint;
      begin
        if company is null then
          raise exception 'people are added in the scope of a company';
        end if;
        -- In the order of addresses, so that two calls with the same people cannot deadlock.
        for person in
          select * from jsonb_to_recordset(people)
            as p (nr int, email citext, firstname text, lastname text, birthdate date, language text, role text)
          order by p.email
        loop
          insert into core_users as u (email, firstname, lastname, birthdate, language)
            values (person.email, person.firstname, person.lastname, person.birthdate, person.language)
            on conflict (email) do update set firstname = excluded.firstname, lastname = excluded.lastname,
              birthdate = excluded.birthdate, language = excluded.language
            -- A registration with this address was started and never confirmed, so the address is free (core/registration/unfinished.ts).
            where u.firstname = 'voornaam' and u.lastname = 'achternaam' and u.platform_role is null
              and u.email_verified_at is null and u.password is null
              and not exists (select 1 from core_memberships m where m.user_id = u.id)
            returning u.id into person_id;
          continue when not found;
          insert into core_memberships as m (company_id, user_id, role, status, registration_type, added_by)
            values (company, person_id, person.role, 'inactive', 'invite', by_user)
            returning m.id into membership_id;
          nr := person.nr;
          return next;
        end loop;
      end $$;
      revoke all on function core_add_members(jsonb, bigint) from public;
      grant execute on function core_add_members(jsonb, bigint) to ${TENANT_ROLE}`)
  }

  async down() {
    this.schema.raw('drop function core_add_members(jsonb, bigint)')
  }
}
