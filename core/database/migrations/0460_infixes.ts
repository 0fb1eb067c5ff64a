import { TENANT_ROLE } from '../../config/database_roles.js'
import { CURRENT_COMPANY, TenantSchema } from '../../tenancy/tenant_schema.js'

/** Infixes from the Dutch personal records database (table 36), in lower case. Several can follow each other, as in "van der". */
const WORDS =
  `aan af al am auf aus bij da de degli dei del della den der des di die do dos du el het in la las le les lo los met onder op over 's 't te ten ter ` +
  `thoe toe tot uit uijt und van vander vanden voor vom von zu zum zur`
/** Infixes at the start of a last name, each followed by a space or, as in "d'Hondt", by an apostrophe. Quotes are doubled for SQL. */
const LEADING = `^((${WORDS.replaceAll("'", "['’]").split(' ').join('|')}) +|[dl]['’] *)+`.replaceAll("'", "''")

const REST = `regexp_replace(coalesce(lastname, ''), '${LEADING}', '')`
const NAMED = 'm.firstname, m.infix, m.lastname, m.email, m.role, m.state, m.company_id'
const SEARCH_TEXT = (row: string) =>
  `search_key(concat_ws(' ', core_full_name(${row}.firstname, ${row}.infix, ${row}.lastname), ${row}.email))`
const TEXTS = (row: string) => `${row}.company_id, ${row}.id, ${row}.role, ${row}.state, ${row}.sort_name, ${SEARCH_TEXT(row)}`

/**
 * Stores the infix of a name ("van der") in its own column. Lists sort by the name after it. Every query uses two functions:
 * `core_full_name` for the name as shown (null if none), and `core_sort_name` for the text to sort by. Existing names are not changed: an
 * infix at the start of a last name is ignored only for sorting.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create function core_full_name(firstname text, infix text, lastname text) returns text language sql immutable parallel safe as $$
        select nullif(trim(trim(coalesce(firstname, '') || ' ' || coalesce(infix, ''))
          || case when infix ~ '[''’]$' then '' else ' ' end || coalesce(lastname, '')), '')
      $$;
      -- Two spaces, so that everybody called "Berg" comes before "Berg Smit".
      create function core_sort_name(firstname text, infix text, lastname text) returns text language sql immutable parallel safe as $$
        select search_key(trim(${REST} || '  ' || coalesce(firstname, '') || '  ' ||
          coalesce(infix || ' ', '') || left(lastname, length(lastname) - length(${REST}))))
      $$;

      alter table core_users add column infix text check (infix <> '');
      grant select (infix), update (infix) on core_users to ${TENANT_ROLE};
      alter table core_memberships add column infix text;

      drop trigger core_membership_names on core_memberships;
      create or replace function core_membership_names() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
      begin
        select u.firstname, u.infix, u.lastname, lower(u.email::text) into new.firstname, new.infix, new.lastname, new.email
          from core_users u where u.id = new.user_id for share;
        return new;
      end $$;
      create trigger core_membership_names before insert or update of user_id, firstname, infix, lastname, email on core_memberships
        for each row execute function core_membership_names();

      drop trigger core_user_names on core_users;
      create or replace function core_user_names() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
      declare
        own bigint;
      begin
        for own in select m.id from core_memberships m where m.user_id = new.id order by m.company_id loop
          update core_memberships set firstname = new.firstname, infix = new.infix, lastname = new.lastname, email = new.email where id = own;
        end loop;
        return null;
      end $$;
      create trigger core_user_names after update of firstname, infix, lastname, email on core_users for each row
        when ((old.firstname, old.infix, old.lastname, old.email) is distinct from (new.firstname, new.infix, new.lastname, new.email))
        execute function core_user_names();

      drop trigger core_note_name_words on core_memberships;
      create constraint trigger core_note_name_words after insert or delete or update of firstname, infix, lastname, company_id on core_memberships
        deferrable initially deferred for each row execute function core_note_name_words();

      drop trigger core_keep_member_text_changed on core_memberships;
      create or replace function core_keep_member_text() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
      begin
        if tg_op = 'DELETE' then
          delete from core_member_texts t where t.member_id = old.id;
          return null;
        end if;
        insert into core_member_texts (company_id, member_id, role, state, sort_name, search_text) values (${TEXTS('new')})
          on conflict (member_id) do update set (company_id, role, state, sort_name, search_text) =
            (excluded.company_id, excluded.role, excluded.state, excluded.sort_name, excluded.search_text);
        return null;
      end $$;
      create trigger core_keep_member_text_changed after update on core_memberships for each row
        when ((${NAMED.replaceAll('m.', 'old.')}) is distinct from (${NAMED.replaceAll('m.', 'new.')}))
        execute function core_keep_member_text();

      -- Dropping the column drops its indexes. PostgreSQL 16 cannot change the expression of a generated column.
      alter table core_memberships drop column sort_name;
      alter table core_memberships add column sort_name text not null generated always as (core_sort_name(firstname, infix, lastname)) stored;
      create index core_memberships_names on core_memberships (company_id, sort_name, id) include (role, status);
      create index core_memberships_names_across on core_memberships (sort_name, id) include (role, status);
      create index core_memberships_not_active on core_memberships (company_id, state, sort_name, id) where status <> 'active';
      update core_member_texts t set sort_name = m.sort_name from core_memberships m where m.id = t.member_id and t.sort_name <> m.sort_name;
      analyze core_memberships, core_member_texts;

      -- A view keeps the order of its columns. New columns are added at the end.
      create or replace view kit_members with (security_invoker = true) as
        select m.id, m.company_id, m.role, m.status, m.created_at as joined_at, m.last_seen_at,
               u.firstname, u.lastname, u.email::text as email, u.language, u.birthdate, m.conditions_accepted_at, m.extra_info as answers,
               m.skillset, m.state, u.infix, core_full_name(u.firstname, u.infix, u.lastname) as full_name, m.sort_name
          from core_memberships m join core_users u on u.id = m.user_id;

      create or replace function core_add_members(people jsonb, by_user bigint) returns table (nr int, membership_id bigint)
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
            as p (nr int, email citext, firstname text, infix text, lastname text, birthdate date, language text, role text)
          order by p.email
        loop
          insert into core_users as u (email, firstname, infix, lastname, birthdate, language)
            values (person.email, person.firstname, person.infix, person.lastname, person.birthdate, person.language)
            on conflict (email) do update set firstname = excluded.firstname, infix = excluded.infix, lastname = excluded.lastname,
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
      end $$;`)
  }

  async down() {
    throw new Error('The columns, triggers and functions before this one are in 0006, 0103, 0123, 0126, 0128, 0134 and 0420.')
  }
}
