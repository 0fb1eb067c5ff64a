import { CURRENT_COMPANY, TenantSchema } from '../../tenancy/tenant_schema.js'
import { ACROSS_ROLE, TENANT_ROLE } from '../../config/database_roles.js'

// A word of three or more letters is found by its trigrams. A word of four or more letters tolerates a typo.
const SEARCH = (condition: string) => `
  declare
    word text;
    query text := 'select id from core_memberships where ${condition.replaceAll("'", "''")}';
  begin
    foreach word in array words loop
      query := query || format(' and (search_text like %L%s)',
        '%' || replace(replace(replace(word, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%',
        case when length(word) >= 4 then format(' or %L <<%% search_text', word) else '' end);
    end loop;
    return query execute query;
  end`

/**
 * Copies the name and the search text to the membership, indexed by company. A list of one company then reads only the rows of that
 * company, in order.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create extension if not exists btree_gin;
      alter table core_memberships
        add column firstname text not null default '', add column lastname text not null default '', add column email citext not null default '';
      update core_memberships m set firstname = u.firstname, lastname = u.lastname, email = u.email from core_users u where u.id = m.user_id;
      alter table core_memberships
        add column sort_name text not null generated always as (search_key(firstname || ' ' || lastname)) stored,
        add column search_text text not null generated always as (search_key(firstname || ' ' || lastname || ' ' || email::text)) stored;

      -- The original name is in core_users. These two functions keep the copies up to date. They bypass the policies and change only the
      -- copies.
      create function core_membership_names() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
      begin
        select u.firstname, u.lastname, u.email into new.firstname, new.lastname, new.email from core_users u where u.id = new.user_id;
        return new;
      end $$;
      create trigger core_membership_names before insert or update of user_id, firstname, lastname, email on core_memberships
        for each row execute function core_membership_names();
      create function core_user_names() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
      begin
        update core_memberships set firstname = new.firstname, lastname = new.lastname, email = new.email where user_id = new.id;
        return null;
      end $$;
      create trigger core_user_names after update of firstname, lastname, email on core_users
        for each row when ((old.firstname, old.lastname, old.email) is distinct from (new.firstname, new.lastname, new.email))
        execute function core_user_names();

      create index core_memberships_names on core_memberships (company_id, sort_name, id) include (role, status);
      create index core_memberships_emails on core_memberships (company_id, email, id) include (role, status);
      create index core_memberships_joined on core_memberships (company_id, created_at, id) include (role, status);
      create index core_memberships_seen on core_memberships (company_id, last_seen_at desc nulls last, id desc) include (role, status);
      create index core_memberships_names_across on core_memberships (sort_name, id) include (role, status);
      create index core_memberships_search on core_memberships using gin (company_id, search_text gin_trgm_ops);
      drop index core_memberships_list, core_users_search;

      -- The planner does not use a trigram index under a policy, because the operators are not leakproof. These functions bypass the policy
      -- and filter by company themselves. They return only ids, which are then read under the policy.
      create function core_search_members(words text[]) returns setof bigint language plpgsql stable security definer
        set search_path = public, pg_temp set pg_trgm.strict_word_similarity_threshold = 0.45
        as $$ ${SEARCH(`company_id = ${CURRENT_COMPANY}`)} $$;
      create function core_search_members_across(words text[]) returns setof bigint language plpgsql stable security definer
        set search_path = public, pg_temp set pg_trgm.strict_word_similarity_threshold = 0.45
        as $$ ${SEARCH('true')} $$;
      revoke all on function core_search_members(text[]), core_search_members_across(text[]), core_membership_names(), core_user_names() from public;
      grant execute on function core_search_members(text[]) to ${TENANT_ROLE};
      grant execute on function core_search_members_across(text[]) to ${ACROSS_ROLE};
    `)
  }

  async down() {
    this.schema.raw(`
      drop function core_search_members(text[]);
      drop function core_search_members_across(text[]);
      drop trigger core_user_names on core_users;
      drop trigger core_membership_names on core_memberships;
      drop function core_user_names();
      drop function core_membership_names();
      alter table core_memberships drop column search_text, drop column sort_name, drop column firstname, drop column lastname, drop column email;
      create index core_memberships_list on core_memberships (company_id, role, status, created_at desc);
      create index core_users_search on core_users using gin (search_text gin_trgm_ops);
    `)
  }
}
