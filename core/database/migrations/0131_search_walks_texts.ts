import { CURRENT_COMPANY, TenantSchema } from '../../tenancy/tenant_schema.js'

/** As in 0129. */
const MOST_FORGIVEN = 1000
const RANKED = 1000
const FORGIVES = `exists (select 1 from unnest(words) typed where length(typed) >= 4)`
/** Maximum total that is counted, as in every large list (core/lists/large_search.ts). */
const MOST_COUNTED = 2500
/**
 * Number of texts that are read in the order of names when there are more matches, higher for later pages. If they do not fill the page,
 * all matches are sorted.
 */
const WALKED = `least(20000, 5000 + 40 * skip)`
/**
 * A word that more than one in this many texts has is common. For a common word, texts are read in the order of names until the maximum is
 * exceeded.
 */
const COMMON = 8
/** Number of table pages to sample. Under a policy the planner has no statistics of texts and takes every word for a rare one (0192). */
const SAMPLED_PAGES = 8
/** A table with fewer pages is read completely, which is faster. */
const FEW_PAGES = 100

/**
 * One page of matches and their total, or null if there are more than are counted. Joins the membership only for columns that the texts do
 * not have.
 */
const FIND = (scope: string, company: string) => `
  declare
    found_by record;
    forgiving boolean := false;
    common boolean := false;
    pages bigint := pg_relation_size('core_member_texts') / current_setting('block_size')::int;
    direction text := case when ordered_by like '-%' then 'desc' else 'asc' end;
    texts text;
    key text := case ltrim(ordered_by, '-') when 'email' then 's.email' when 'registration_date' then 's.created_at' when 'last_seen' then 's.last_seen_at'
      when 'progress' then 's.progress' when 'company' then '(select search_key(c.name) from core_companies c where c.id = m.company_id)' else 'm.sort_name' end;
    -- Leaves out filters that are not used, so that an index-only scan is possible.
    narrow text := concat_ws(' and ', ${scope}, case when with_roles is not null then 'm.role = any($1)' end,
      case when with_states is not null then 'm.state = any($2)' end, case when of_company is not null then 'm.company_id = $3' end);
    called text := case when ordered_by is null and cardinality(words) = 1
      then format('from core_memberships m where %s and m.sort_name like %L', narrow, replace(replace(replace(words[1], '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%') end;
  begin
    loop
      select * into found_by from core_member_condition(words, forgiving, ${company});
      if ordered_by is null and not forgiving and pages > ${FEW_PAGES} and skip + take <= ${MOST_COUNTED} then
        execute format('select count(*) filter (where %s) > greatest(24, count(*) / ${COMMON}) from core_member_texts m tablesample system (%s) repeatable (1) where %s',
          found_by.condition, 100.0 * ${SAMPLED_PAGES} / pages, ${scope})
          into common;
      end if;
      texts := case when common
        then format('(select m.member_id, m.sort_name, m.search_text from core_member_texts m where %s order by m.sort_name, m.member_id offset 0) m where', narrow)
        else format('core_member_texts m %s where %s and', case when key like 's.%' then 'join core_memberships s on s.id = m.member_id' end, narrow) end;
      execute format('
        with few as materialized (select %7$s as so),
             hits as materialized (
               select m.member_id as id, %1$s as key%6$s from %10$s (select so from few) and %3$s limit %5$s),
             n as materialized (select count(*) as total from hits)
        select case when not (select so from few) then array(select m.id %8$s order by m.sort_name, m.id offset $4 limit $5)
                 when %9$s or (select total from n) <= ${MOST_COUNTED}
                 then array(select m.id from hits m order by case when (select total from n) <= ${RANKED} then %2$s end, m.key %4$s nulls last, m.id %4$s offset $4 limit $5) end,
               (select total from n where (select so from few) and total <= ${MOST_COUNTED})',
        key, case when ordered_by is null then found_by.rank else 'null::int' end, found_by.condition, direction,
        case when forgiving then '${MOST_FORGIVEN}' when ordered_by is null then '${MOST_COUNTED} + 1' else 'all' end,
        case when ordered_by is null then ', m.search_text' else '' end,
        case when called is null then 'true' else format('not exists (select 1 %s offset ${MOST_COUNTED})', called) end,
        coalesce(called, 'from core_memberships m where false'), (ordered_by is not null or common)::text, texts)
        into ids, total using with_roles, with_states, of_company, skip, take;
      exit when total is null or total > 0 or forgiving or not ${FORGIVES};
      forgiving := true;
    end loop;
    if ids is null then
      execute format('
        select array(select m.member_id from (select m.member_id, m.sort_name, m.search_text from core_member_texts m
          where %s order by m.sort_name, m.member_id limit %s) m where %s order by m.sort_name, m.member_id offset $4 limit $5)',
        narrow, ${WALKED}, found_by.condition)
        into ids using with_roles, with_states, of_company, skip, take;
      if cardinality(ids) < take then
        execute format('select array(select m.member_id from core_member_texts m where %s and %s order by m.sort_name, m.member_id offset $4 limit $5)', narrow, found_by.condition)
          into ids using with_roles, with_states, of_company, skip, take;
      end if;
    end if;
    return next;
  end`

/**
 * With more matches than are counted, no rows are read for sorting. An index has the texts in the order of names: reading 5,000 from it
 * takes as long as reading 1,000 rows one by one. Searches among a few people, such as invited people or supervisors, start from those
 * people.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create index core_member_texts_names on core_member_texts (company_id, sort_name, member_id) include (search_text);
      create index core_member_texts_names_across on core_member_texts (sort_name, member_id) include (search_text);
      create index core_member_texts_states on core_member_texts (company_id, state) where state <> 'active';
      create index core_member_texts_roles on core_member_texts (company_id, role) where role <> 'leerling';
      drop index core_member_texts_company;`)
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
    throw new Error('The search before this one is in 0130_search_walks_names.')
  }
}
