import { CURRENT_COMPANY, TenantSchema } from '../../tenancy/tenant_schema.js'

/** As in 0129. */
const MOST_FORGIVEN = 1000
const RANKED = 1000
/** Maximum total that is counted, as in every large list (core/lists/large_search.ts). */
const MOST_COUNTED = 2500
const FORGIVES = `exists (select 1 from unnest(words) typed where length(typed) >= 4)`

/**
 * Maximum number of matches that are read and sorted. With more matches, walking the names in order finds a page sooner, except for the
 * last pages.
 */
const SORTED = 10_000
const WALKED = 2000

/**
 * One page of matches and their total, or null if there are more than are counted. Joins the membership only for columns that the texts do
 * not have.
 */
const FIND = (scope: string, company: string) => `
  declare
    found_by record;
    forgiving boolean := false;
    direction text := case when ordered_by like '-%' then 'desc' else 'asc' end;
    key text := case ltrim(ordered_by, '-') when 'email' then 's.email' when 'registration_date' then 's.created_at' when 'last_seen' then 's.last_seen_at'
      when 'progress' then 's.progress' when 'company' then '(select search_key(c.name) from core_companies c where c.id = m.company_id)' else 'm.sort_name' end;
    narrow text := format('%s and ($1 is null or m.role = any($1)) and ($2 is null or m.state = any($2)) and ($3 is null or m.company_id = $3)', ${scope});
    called text := case when ordered_by is null and cardinality(words) = 1
      then format('from core_memberships m where %s and m.sort_name like %L', narrow, replace(replace(replace(words[1], '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%') end;
  begin
    loop
      select * into found_by from core_member_condition(words, forgiving, ${company});
      execute format('
        with few as materialized (select %9$s as so),
             hits as materialized (
               select m.member_id as id, %1$s as key%6$s from core_member_texts m %7$s
                where (select so from few) and %8$s and %3$s limit %5$s),
             n as materialized (select count(*) as total from hits)
        select case when not (select so from few) then array(select m.id %10$s order by m.sort_name, m.id offset $4 limit $5)
                 when %11$s or (select total from n) <= ${SORTED}
                 then array(select m.id from hits m order by case when (select total from n) <= ${RANKED} then %2$s end, m.key %4$s nulls last, m.id %4$s offset $4 limit $5) end,
               (select total from n where (select so from few) and total <= ${MOST_COUNTED})',
        key, case when ordered_by is null then found_by.rank else 'null::int' end, found_by.condition, direction,
        case when forgiving then '${MOST_FORGIVEN}' when ordered_by is null then '${SORTED} + 1' else 'all' end,
        case when ordered_by is null then ', m.search_text' else '' end,
        case when key like 's.%' then 'join core_memberships s on s.id = m.member_id' else '' end,
        narrow,
        case when called is null then 'true' else format('not exists (select 1 %s offset ${MOST_COUNTED})', called) end,
        coalesce(called, 'from core_memberships m where false'), (ordered_by is not null)::text)
        into ids, total using with_roles, with_states, of_company, skip, take;
      exit when total is null or total > 0 or forgiving or not ${FORGIVES};
      forgiving := true;
    end loop;
    if ids is null then
      execute format('
        select array(select m.id from (select m.id, m.sort_name, t.search_text from core_memberships m join core_member_texts t on t.member_id = m.id
          where %s order by m.sort_name, m.id limit ${WALKED}) m where %s order by m.sort_name, m.id offset $4 limit $5)', narrow, found_by.condition)
        into ids using with_roles, with_states, of_company, skip, take;
      if cardinality(ids) < take then
        execute format('select array(select m.member_id from core_member_texts m where %s and %s order by m.sort_name, m.member_id offset $4 limit $5)', narrow, found_by.condition)
          into ids using with_roles, with_states, of_company, skip, take;
      end if;
    end if;
    return next;
  end`

/**
 * Searches with thousands of matches, such as a first name or a mail domain, became slower as companies grew. Totals now have a maximum.
 * With more matches, a page is found by walking the index of names: names that begin with the word if there are enough, otherwise all names
 * that contain it.
 */
export default class extends TenantSchema {
  async up() {
    for (const [suffix, scope, company] of [
      ['', `format('m.company_id = %L::bigint', ${CURRENT_COMPANY})`, CURRENT_COMPANY],
      ['_across', `'true'`, 'of_company'],
    ] as const)
      this.schema.raw(`
        create or replace function core_find_members${suffix}(words text[], with_roles text[], with_states text[], of_company bigint, ordered_by text,
          skip int, take int, out ids bigint[], out total bigint)
          returns setof record language plpgsql stable security definer set search_path = public, pg_temp as $find$ ${FIND(scope, company)} $find$;`)
  }

  async down() {
    throw new Error('The search before this one is in 0129_search_as_planned.')
  }
}
