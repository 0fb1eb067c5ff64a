import { CURRENT_COMPANY, TenantSchema } from '../../tenancy/tenant_schema.js'

/** As in 0042: the maximum number of results with typos, and the number of matches up to which results are ranked. */
const MOST_FORGIVEN = 1000
const RANKED = 1000
const FORGIVES = `exists (select 1 from unnest(words) typed where length(typed) >= 4)`

/** The ids of all members that match. `m` is a row of texts, as in core_member_condition(). */
const SEARCH = (scope: string, company: string) => `
  declare
    found_by record;
    base text := 'select m.member_id from core_member_texts m where ' || ${scope} || ' and ';
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
                where %8$s and ($1 is null or m.role = any($1)) and ($2 is null or m.state = any($2)) and ($3 is null or m.company_id = $3)
                  and %3$s limit %5$s),
             n as materialized (select count(*) as total from hits)
        select array(select m.id from hits m order by case when (select total from n) <= ${RANKED} then %2$s end, m.key %4$s nulls last, m.id %4$s offset $4 limit $5),
               (select total from n)',
        key, case when ordered_by is null then found_by.rank else 'null::int' end, found_by.condition, direction,
        case when forgiving then '${MOST_FORGIVEN}' else 'all' end,
        case when ordered_by is null then ', m.search_text' else '' end,
        case when key like 's.%' then 'join core_memberships s on s.id = m.member_id' else '' end,
        ${scope})
        into ids, total using with_roles, with_states, of_company, skip, take;
      exit when total > 0 or forgiving or not ${FORGIVES};
      forgiving := true;
    end loop;
    return next;
  end`

/**
 * Removes the company from the search index. For a company with most of the people of the platform, each search walked the entries of all
 * its members, which took ten times as long. The company is now a literal in the query, so that the planner can choose the best index. Fast
 * update of the indexes is off: after an import of 100,000 people, searches took ten times as long until the pending list was cleaned up.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(
      `create index core_member_texts_search_across on core_member_texts using gin (search_text gin_trgm_ops) with (fastupdate = off)`,
    )
    for (const index of ['core_member_texts_search', 'core_name_words_like', 'core_name_words_like_across']) {
      this.schema.raw(`alter index ${index} set (fastupdate = off)`)
      this.schema.raw(`select gin_clean_pending_list('${index}')`)
    }
    for (const [suffix, scope, company] of [
      ['', `format('m.company_id = %L::bigint', ${CURRENT_COMPANY})`, CURRENT_COMPANY],
      ['_across', `'true'`, 'of_company'],
    ] as const)
      this.schema.raw(`
        create or replace function core_search_members${suffix}(words text[], most int) returns setof bigint language plpgsql stable security definer
          set search_path = public, pg_temp as $search$ ${SEARCH(scope, suffix ? 'null' : company)} $search$;
        create or replace function core_find_members${suffix}(words text[], with_roles text[], with_states text[], of_company bigint, ordered_by text,
          skip int, take int, out ids bigint[], out total bigint)
          returns setof record language plpgsql stable security definer set search_path = public, pg_temp as $find$ ${FIND(scope, company)} $find$;`)
  }

  async down() {
    throw new Error('The search before this one is in 0128_member_texts.')
  }
}
