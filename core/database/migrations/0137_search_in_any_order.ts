import { ACROSS_ROLE, TENANT_ROLE } from '../../config/database_roles.js'
import { CURRENT_COMPANY, TenantSchema } from '../../tenancy/tenant_schema.js'

/** As in 0131. */
const MOST_FORGIVEN = 1000
const RANKED = 1000
const MOST_COUNTED = 2500
const FORGIVES = `exists (select 1 from unnest(words) typed where length(typed) >= 4)`
/** A table with fewer pages is read completely, which is faster than a sample. */
const FEW_PAGES = 100
/**
 * Number of table pages to sample, to estimate whether there are more matches than are counted: first a few, then more if the estimate is
 * high.
 */
const [FIRST_SAMPLE, SAMPLE] = [8, 50]
/**
 * Number of standard errors by which an estimate must exceed the maximum. Matches that are clustered in a few pages have a large standard
 * error.
 */
const CERTAINTY = 3

/**
 * One page of matches and their total, or null if there are more than are counted. In that case the page is found by walking an index in
 * the order of the list. Joins the membership only for columns that the texts do not have.
 */
const FIND = (scope: string, company: string, isOfOne: string) => `
  declare
    found_by record;
    forgiving boolean := false;
    many boolean := false;
    as_typed boolean;
    pages float := pg_relation_size('core_member_texts') / current_setting('block_size')::int;
    density float := (select reltuples / nullif(relpages, 0) from pg_class where oid = 'core_member_texts'::regclass);
    sampled int;
    seen record;
    direction text := case when ordered_by like '-%' then 'desc' else 'asc' end;
    sort text := coalesce(ltrim(ordered_by, '-'), 'name');
    own_key text := case sort when 'email' then 's.email' when 'registration_date' then 's.created_at' when 'last_seen' then 's.last_seen_at'
      when 'progress' then 's.progress' end;
    key text := coalesce(own_key, case when sort = 'company' then '(select search_key(c.name) from core_companies c where c.id = m.company_id)' else 'm.sort_name' end);
    -- As in the indexes: only columns that can be null specify the position of nulls.
    nulls text := case when sort in ('last_seen', 'progress') then ' nulls last' else '' end;
    -- Starts at the last row of the page before, if it is known. Bypasses the policies, so the company is checked: the position of a
    -- stranger would reveal their name.
    edge bigint := case when nulls = '' and (sort = 'name' or own_key is not null and ${isOfOne})
      then (select b.id from core_memberships b where b.id = beside and b.company_id = coalesce(${company}, b.company_id)) end;
    after text := case when edge is not null then ' and (%1$s, %2$s) ' || case when ordered_by like '-%' then '<' else '>' end
      || ' (select %3$s, b.id from core_memberships b where b.id = $6)' else '' end;
    -- Leaves out filters that are not used, so that an index-only scan is possible.
    narrow text := concat_ws(' and ', ${scope}, case when with_roles is not null then 'm.role = any($1)' end,
      case when with_states is not null then 'm.state = any($2)' end, case when of_company is not null then 'm.company_id = $3' end);
    called text := case when ordered_by is null and cardinality(words) = 1
      then format('%s and m.sort_name like %L', narrow, replace(replace(replace(words[1], '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%') end;
  begin
    if called is not null then
      execute format('select exists (select 1 from core_memberships m where %s offset ${MOST_COUNTED})', called)
        into many using with_roles, with_states, of_company;
      if not many then called := null; end if;
    end if;
    loop
      select * into found_by from core_member_condition(words, forgiving, ${company});
      if not forgiving and not many and pages > ${FEW_PAGES} and density > 0 then
        -- Under a policy the planner has no statistics of texts and takes every word for a rare one (0192).
        foreach sampled in array array[${FIRST_SAMPLE}, ${SAMPLE}] loop
          execute format('
            select coalesce(sum(found), 0)::float as found, sum(found * found)::float as squares, greatest(sum(rows) / $4, $5) as pages from (
              select count(*) as rows, count(page) as found from (
                select case when %s and %s then split_part(m.ctid::text, '','', 1) end as page
                  from core_member_texts m tablesample system (%s) repeatable (1)) m group by page) s',
            narrow, found_by.condition, 100.0 * sampled / pages)
            into seen using with_roles, with_states, of_company, density, sampled;
          exit when seen.pages is null or seen.found * pages / seen.pages < ${MOST_COUNTED};
          many := sampled = ${SAMPLE} and
            (seen.found - ${CERTAINTY} * sqrt(greatest(seen.squares - seen.found * seen.found / seen.pages, 0))) * pages / seen.pages > ${MOST_COUNTED};
        end loop;
      end if;
      exit when many;
      execute format('
        with hits as materialized (
               select m.member_id as id, %1$s as key%6$s from core_member_texts m %7$s where %8$s and %3$s limit %5$s),
             n as materialized (select count(*) as total from hits)
        select case when (select total from n) <= ${MOST_COUNTED}
                 then array(select m.id from hits m order by case when (select total from n) <= ${RANKED} then %2$s end, m.key %4$s nulls last, m.id %4$s offset $4 limit $5) end,
               (select total from n where total <= ${MOST_COUNTED})',
        key, case when ordered_by is null then found_by.rank else 'null::int' end, found_by.condition, direction,
        case when forgiving then '${MOST_FORGIVEN}' else '${MOST_COUNTED} + 1' end,
        case when ordered_by is null then ', m.search_text' else '' end,
        case when own_key is not null then 'join core_memberships s on s.id = m.member_id' else '' end, narrow)
        into ids, total using with_roles, with_states, of_company, skip, take;
      many := total is null;
      exit when many or total > 0 or forgiving or not ${FORGIVES};
      -- As core_search_members, which actions on all matches use: if anybody matches the exact text, typos are not tried, whatever the
      -- filters.
      if with_roles is not null or with_states is not null then
        execute format('select exists (select 1 from core_member_texts m where %s and %s)', concat_ws(' and ', ${scope}), found_by.condition) into as_typed;
        exit when as_typed;
      end if;
      forgiving := true;
    end loop;
    if many then
      execute case
        when called is not null then
          format('select array(select m.id from core_memberships m where %s%s order by m.sort_name, m.id offset $4 limit $5)',
            called, format(after, 'm.sort_name', 'm.id', 'b.sort_name'))
        when sort = 'name' then
          format('select array(select m.member_id from core_member_texts m where %s and case when %s then true else false end%s
              order by m.sort_name %s, m.member_id %4$s offset $4 limit $5)',
            narrow, found_by.condition, format(after, 'm.sort_name', 'm.member_id', 'b.sort_name'), direction)
        when own_key is not null and ${isOfOne} then
          format('select array(select s.id from core_memberships s where s.company_id = %s and
              (select case when %s and %s then true else false end from core_member_texts m where m.member_id = s.id)%s
              order by %s %s%s, s.id %6$s offset $4 limit $5)',
            ${company}, narrow, found_by.condition, format(after, own_key, 's.id', replace(own_key, 's.', 'b.')), own_key, direction, nulls)
        else
          format('select array(select m.member_id from core_member_texts m left join core_memberships s on s.id = m.member_id where %s and %s
              order by %s %s%s, m.member_id %4$s offset $4 limit $5)',
            narrow, found_by.condition, key, direction, nulls)
        end
        into ids using with_roles, with_states, of_company, case when edge is null then skip else 0 end, least(take, greatest(${MOST_COUNTED} - skip, 0)), edge;
    end if;
    return next;
  end`

/**
 * A search with more matches than are counted walks an index in any order of the list. A larger sample of the table estimates the number of
 * matches. Before this, sorting by anything but the name read all matches (190 ms with 100,000 people), and a word that one in twenty-four
 * people has read 2,500 rows to count them.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      -- The company may read the names, as it can in its memberships. Searches with filters of other tables use this.
      alter policy core_member_texts_read on core_member_texts using (company_id = ${CURRENT_COMPANY});
      -- Counts all members of a role, or all active members. The table itself is ten times as large as this index.
      create index core_memberships_roles on core_memberships (company_id, role, status);`)
    for (const [suffix, scope, company, isOfOne, role] of [
      ['', `format('m.company_id = %L::bigint', ${CURRENT_COMPANY})`, CURRENT_COMPANY, 'true', TENANT_ROLE],
      ['_across', `'true'`, 'of_company', 'of_company is not null', ACROSS_ROLE],
    ] as const) {
      const called = `core_find_members${suffix}`
      this.schema.raw(`
        drop function ${called}(text[], text[], text[], bigint, text, int, int);
        create function ${called}(words text[], with_roles text[], with_states text[], of_company bigint, ordered_by text,
          skip int, take int, beside bigint, out ids bigint[], out total bigint)
          returns setof record language plpgsql stable security definer set search_path = public, pg_temp as $find$ ${FIND(scope, company, isOfOne)} $find$;
        revoke all on function ${called}(text[], text[], text[], bigint, text, int, int, bigint) from public;
        grant execute on function ${called}(text[], text[], text[], bigint, text, int, int, bigint) to ${role}`)
    }
  }

  async down() {
    throw new Error('The search before this one is in 0131_search_walks_texts.')
  }
}
