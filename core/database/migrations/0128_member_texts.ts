import { ACROSS_ROLE, TENANT_ROLE } from '../../config/database_roles.js'
import { CURRENT_COMPANY, TenantSchema } from '../../tenancy/tenant_schema.js'

/** As in 0042: the maximum number of results with typos, and the number of matches up to which results are ranked. */
const MOST_FORGIVEN = 1000
const RANKED = 1000
const FORGIVES = `exists (select 1 from unnest(words) typed where length(typed) >= 4)`

const NAMED = 'm.firstname, m.lastname, m.email, m.role, m.state, m.company_id'
/** Splits the name of a member into searchable words. */
const WORDS = (row: string) => `select w from regexp_split_to_table(${row}.sort_name, '[^[:alnum:]]+') w where length(w) >= 3`
const TEXTS = (row: string) =>
  `${row}.company_id, ${row}.id, ${row}.role, ${row}.state, ${row}.sort_name, search_key(${row}.firstname || ' ' || ${row}.lastname || ' ' || ${row}.email)`

/** The ids of all members that match. `m` is a row of texts, as in core_member_condition(). */
const SEARCH = (scope: string, company: string) => `
  declare
    found_by record;
    base text := 'select m.member_id from core_member_texts m where ${scope.replaceAll("'", "''")} and ';
  begin
    select * into found_by from core_member_condition(words, false, ${company});
    return query execute base || found_by.condition || ' limit $1' using most;
    if found or not ${FORGIVES} then return; end if;
    select * into found_by from core_member_condition(words, true, ${company});
    return query execute base || found_by.condition || ' limit $1' using least(most, ${MOST_FORGIVEN});
  end`

/** One page of matches and their total, in one query. Joins the membership only for columns that the texts do not have. */
const FIND = (scope: string, company: string) => `
  declare
    found_by record;
    forgiving boolean := false;
    direction text := case when ordered_by like '-%' then 'desc' else 'asc' end;
    key text := case ltrim(ordered_by, '-') when 'email' then 's.email' when 'registration_date' then 's.created_at' when 'last_seen' then 's.last_seen_at'
      when 'progress' then 's.progress' when 'company' then '(select search_key(c.name) from core_companies c where c.id = m.company_id)' else 'm.sort_name' end;
  begin
    loop
      select * into found_by from core_member_condition(words, forgiving, ${company});
      execute format('
        with hits as materialized (
               select m.member_id as id, %1$s as key%6$s from core_member_texts m %7$s
                where ${scope.replaceAll("'", "''")} and ($1 is null or m.role = any($1)) and ($2 is null or m.state = any($2)) and ($3 is null or m.company_id = $3)
                  and %3$s limit %5$s),
             n as materialized (select count(*) as total from hits)
        select array(select m.id from hits m order by case when (select total from n) <= ${RANKED} then %2$s end, m.key %4$s nulls last, m.id %4$s offset $4 limit $5),
               (select total from n)',
        key, case when ordered_by is null then found_by.rank else 'null::int' end, found_by.condition, direction,
        case when forgiving then '${MOST_FORGIVEN}' else 'all' end,
        case when ordered_by is null then ', m.search_text' else '' end,
        case when key like 's.%' then 'join core_memberships s on s.id = m.member_id' else '' end)
        into ids, total using with_roles, with_states, of_company, skip, take;
      exit when total > 0 or forgiving or not ${FORGIVES};
      forgiving := true;
    end loop;
    return next;
  end`

/**
 * Moves the searched text of a member to a table of its own. Memberships are wide and updated often, so each match of a common name was on
 * a different page.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      drop index core_memberships_search;
      alter table core_memberships drop column search_text;

      -- Addresses are stored in lower case. As citext they could not be used for paging: under a policy, citext is compared only after the
      -- row is read.
      drop trigger core_membership_names on core_memberships;
      alter table core_memberships alter column email type text using lower(email::text);
      create or replace function core_membership_names() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
      begin
        select u.firstname, u.lastname, lower(u.email::text) into new.firstname, new.lastname, new.email from core_users u where u.id = new.user_id for share;
        return new;
      end $$;
      create trigger core_membership_names before insert or update of user_id, firstname, lastname, email on core_memberships
        for each row execute function core_membership_names();

      create table core_member_texts (
        company_id bigint not null references core_companies (id) on delete cascade,
        member_id bigint primary key,
        role text not null,
        state text not null,
        sort_name text not null,
        search_text text not null
      );`)
    // Only the search functions read it and only triggers write it. It is deleted with its membership. Moves, exports and erasure use the
    // membership.
    this.protect('core_member_texts', { read: 'false', write: 'false' })
    this.schema.raw(`
      insert into core_member_texts (company_id, member_id, role, state, sort_name, search_text)
        select ${TEXTS('m')} from core_memberships m order by m.company_id, m.sort_name;
      create index core_member_texts_search on core_member_texts using gin (company_id, search_text gin_trgm_ops);
      create index core_member_texts_company on core_member_texts (company_id);

      create function core_keep_member_text() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
      -- Runs before core_note_name_words, which reads this table for others with the same name. Triggers run in the order of their names.
      create trigger core_keep_member_text after insert on core_memberships for each row execute function core_keep_member_text();
      create trigger core_keep_member_text_gone after delete on core_memberships for each row execute function core_keep_member_text();
      create trigger core_keep_member_text_changed after update on core_memberships for each row
        when ((${NAMED.replaceAll('m.', 'old.')}) is distinct from (${NAMED.replaceAll('m.', 'new.')}))
        execute function core_keep_member_text();

      create or replace function core_note_name_words() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
      begin
        if tg_op <> 'INSERT' then
          delete from core_name_words n where n.company_id = old.company_id and n.word in (${WORDS('old')})
             and not exists (select 1 from core_member_texts m where m.company_id = n.company_id and m.search_text like '%' || n.word || '%'
               and n.word in (select w.w from (${WORDS('m')}) w));
        end if;
        if tg_op <> 'DELETE' then
          insert into core_name_words select distinct new.company_id, w.w from (${WORDS('new')}) w on conflict do nothing;
        end if;
        return null;
      end $$;
      revoke all on function core_keep_member_text() from public;`)
    const narrow = 'with_roles text[], with_states text[], of_company bigint'
    for (const [suffix, scope, company, role] of [
      ['', `m.company_id = ${CURRENT_COMPANY}`, CURRENT_COMPANY, TENANT_ROLE],
      ['_across', 'true', 'of_company', ACROSS_ROLE],
    ] as const) {
      this.schema.raw(`
        drop function core_search_members${suffix}(text[], int, text, text, bigint);
        create function core_search_members${suffix}(words text[], most int) returns setof bigint language plpgsql stable security definer
          set search_path = public, pg_temp as $search$ ${SEARCH(scope, suffix ? 'null' : company)} $search$;
        create or replace function core_find_members${suffix}(words text[], ${narrow}, ordered_by text, skip int, take int,
          out ids bigint[], out total bigint)
          returns setof record language plpgsql stable security definer set search_path = public, pg_temp as $find$ ${FIND(scope, company)} $find$;
        revoke all on function core_search_members${suffix}(text[], int) from public;
        grant execute on function core_search_members${suffix}(text[], int) to ${role};`)
    }
  }

  async down() {
    throw new Error('The search before this one is in 0124_search_states.')
  }
}
