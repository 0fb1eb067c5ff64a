import { ACROSS_ROLE, TENANT_ROLE } from '../../config/database_roles.js'
import { CURRENT_COMPANY, TenantSchema } from '../../tenancy/tenant_schema.js'

/** Maximum number of results when only matches with typos are found. */
const MOST_FORGIVEN = 1000
/** Maximum number of names that are tried for an unknown word. */
const NEAREST = 12
/** Up to this number of matches, results are ranked. */
const RANKED = 1000

/** Splits the name of a member into searchable words. */
const WORDS = (row: string) => `select w from regexp_split_to_table(${row}.sort_name, '[^[:alnum:]]+') w where length(w) >= 3`

/**
 * The SQL condition on members (\`m\`) for a search, and the rank of a match. Whole words come before beginnings, and beginnings before
 * other matches. Among names with typos, the most similar comes first. Every part is quoted by format().
 */
const CONDITION = `
  declare
    typed text;
    pattern text;
    near text[];
  begin
    condition := 'true';
    rank := '0';
    foreach typed in array words loop
      pattern := replace(replace(replace(typed, '\\', '\\\\'), '%', '\\%'), '_', '\\_');
      if forgiving and length(typed) >= 4 then
        select array_agg('%' || n.word || '%' order by n.likeness desc, n.word) into near from (
          select w.word, max(similarity(w.word, typed)) as likeness, max(max(similarity(w.word, typed))) over () as best from core_name_words w
           where (of_company is null or w.company_id = of_company) and w.word % typed group by w.word order by 2 desc, 1 limit ${NEAREST}) n
         -- Ignores names that are much less similar than the best one.
         where n.likeness >= 0.85 * n.best;
        condition := condition || format(' and (m.search_text like %L or m.search_text like any (%L::text[]))', '%' || pattern || '%', coalesce(near, '{}'));
        rank := rank || format(' + coalesce((select min(i) from unnest(%L::text[]) with ordinality as t (p, i) where m.search_text like p), 0)', coalesce(near, '{}'));
      else
        condition := condition || format(' and m.search_text like %L', '%' || pattern || '%');
        rank := rank || format($rank$ + case when ' ' || m.search_text || ' ' like %L then 0 when ' ' || m.search_text like %L then 1 else 2 end$rank$,
          '% ' || pattern || ' %', '% ' || pattern || '%');
      end if;
    end loop;
  end`

const FORGIVES = `exists (select 1 from unnest(words) typed where length(typed) >= 4)`

/** The ids of all members that match. */
const SEARCH = (scope: string, company: string) => `
  declare
    found_by record;
    base text := 'select m.id from core_memberships m where ${scope.replaceAll("'", "''")}
      and ($1 is null or m.role = $1) and ($2 is null or m.status = $2) and ($3 is null or m.company_id = $3) and ';
  begin
    select * into found_by from core_member_condition(words, false, ${company});
    return query execute base || found_by.condition || ' limit $4' using with_role, with_status, of_company, most;
    if found or not ${FORGIVES} then return; end if;
    select * into found_by from core_member_condition(words, true, ${company});
    return query execute base || found_by.condition || ' limit $4' using with_role, with_status, of_company, least(most, ${MOST_FORGIVEN});
  end`

/** One page of matches and their total, in one query. */
const FIND = (scope: string, company: string) => `
  declare
    found_by record;
    forgiving boolean := false;
    direction text := case when ordered_by like '-%' then 'desc' else 'asc' end;
    key text := case ltrim(ordered_by, '-') when 'email' then 'm.email' when 'registration_date' then 'm.created_at' when 'last_seen' then 'm.last_seen_at'
      when 'company' then '(select search_key(c.name) from core_companies c where c.id = m.company_id)' else 'm.sort_name' end;
  begin
    loop
      select * into found_by from core_member_condition(words, forgiving, ${company});
      execute format('
        with hits as materialized (
               select m.id, %1$s as key, %2$s as rank from core_memberships m
                where ${scope.replaceAll("'", "''")} and ($1 is null or m.role = $1) and ($2 is null or m.status = $2) and ($3 is null or m.company_id = $3)
                  and %3$s limit %5$s),
             n as (select count(*) as total from hits)
        select array(select h.id from hits h, n order by case when n.total <= ${RANKED} then h.rank end, h.key %4$s nulls last, h.id %4$s offset $4 limit $5),
               (select total from n)',
        key, case when ordered_by is null then found_by.rank else '0' end, found_by.condition, direction,
        case when forgiving then '${MOST_FORGIVEN}' else 'all' end)
        into ids, total using with_role, with_status, of_company, skip, take;
      exit when total > 0 or forgiving or not ${FORGIVES};
      forgiving := true;
    end loop;
    return next;
  end`

/**
 * Looks up typos in the distinct names of a company instead of in all search texts. Fetches a page and its total in one query. With 100,000
 * people, both took four to six times as long as with 1,000.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create table core_name_words (
        company_id bigint not null references core_companies (id) on delete cascade,
        word text not null,
        primary key (company_id, word)
      );
      create index core_name_words_like on core_name_words using gin (company_id, word gin_trgm_ops);
      create index core_name_words_like_across on core_name_words using gin (word gin_trgm_ops);`)
    // Only the search functions read it.
    this.protect('core_name_words', { read: 'false', write: 'false' })
    this.schema.raw(`
      insert into core_name_words select distinct m.company_id, w.w from core_memberships m, lateral (${WORDS('m')}) w;

      -- Keeps the list of words up to date. A word is removed with the last member who has it.
      create function core_note_name_words() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
      begin
        if tg_op <> 'INSERT' then
          delete from core_name_words n where n.company_id = old.company_id and n.word in (${WORDS('old')})
             and not exists (select 1 from core_memberships m where m.company_id = n.company_id and m.search_text like '%' || n.word || '%'
               and n.word in (select w.w from (${WORDS('m')}) w));
        end if;
        if tg_op <> 'DELETE' then
          insert into core_name_words select distinct new.company_id, w.w from (${WORDS('new')}) w on conflict do nothing;
        end if;
        return null;
      end $$;
      create trigger core_note_name_words after insert or delete or update of firstname, lastname, company_id on core_memberships
        for each row execute function core_note_name_words();

      create function core_member_condition(words text[], forgiving boolean, of_company bigint, out condition text, out rank text)
        language plpgsql stable set search_path = public, pg_temp set pg_trgm.similarity_threshold = 0.4 as $condition$ ${CONDITION} $condition$;
      revoke all on function core_note_name_words(), core_member_condition(text[], boolean, bigint) from public;`)
    const narrow = 'with_role text, with_status text, of_company bigint'
    for (const [suffix, scope, company, role] of [
      ['', `m.company_id = ${CURRENT_COMPANY}`, CURRENT_COMPANY, TENANT_ROLE],
      ['_across', 'true', 'of_company', ACROSS_ROLE],
    ] as const) {
      this.schema.raw(`
        drop function core_search_members${suffix}(text[], int, text, text, bigint);
        create function core_search_members${suffix}(words text[], most int, ${narrow}) returns setof bigint language plpgsql stable security definer
          set search_path = public, pg_temp as $search$ ${SEARCH(scope, company)} $search$;
        create function core_find_members${suffix}(words text[], ${narrow}, ordered_by text, skip int, take int, out ids bigint[], out total bigint)
          returns setof record language plpgsql stable security definer set search_path = public, pg_temp as $find$ ${FIND(scope, company)} $find$;
        revoke all on function core_search_members${suffix}(text[], int, text, text, bigint),
          core_find_members${suffix}(text[], text, text, bigint, text, int, int) from public;
        grant execute on function core_search_members${suffix}(text[], int, text, text, bigint),
          core_find_members${suffix}(text[], text, text, bigint, text, int, int) to ${role};`)
    }
  }

  async down() {
    throw new Error('The search before this one is in 0022_search_within_bounds.')
  }
}
