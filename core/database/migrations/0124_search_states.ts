import { ACROSS_ROLE, TENANT_ROLE } from '../../config/database_roles.js'
import { CURRENT_COMPANY, TenantSchema } from '../../tenancy/tenant_schema.js'

/** As in 0042: the maximum number of results with typos, and the number of matches up to which results are ranked. */
const MOST_FORGIVEN = 1000
const RANKED = 1000
const FORGIVES = `exists (select 1 from unnest(words) typed where length(typed) >= 4)`

/** One page of matches and their total, in one query. */
const FIND = (scope: string, company: string) => `
  declare
    found_by record;
    forgiving boolean := false;
    direction text := case when ordered_by like '-%' then 'desc' else 'asc' end;
    key text := case ltrim(ordered_by, '-') when 'email' then 'm.email' when 'registration_date' then 'm.created_at' when 'last_seen' then 'm.last_seen_at'
      when 'progress' then 'm.progress' when 'company' then '(select search_key(c.name) from core_companies c where c.id = m.company_id)' else 'm.sort_name' end;
  begin
    loop
      select * into found_by from core_member_condition(words, forgiving, ${company});
      execute format('
        with hits as materialized (
               select m.id, %1$s as key, %2$s as rank from core_memberships m
                where ${scope.replaceAll("'", "''")} and ($1 is null or m.role = any($1)) and ($2 is null or m.state = any($2)) and ($3 is null or m.company_id = $3)
                  and %3$s limit %5$s),
             n as (select count(*) as total from hits)
        select array(select h.id from hits h, n order by case when n.total <= ${RANKED} then h.rank end, h.key %4$s nulls last, h.id %4$s offset $4 limit $5),
               (select total from n)',
        key, case when ordered_by is null then found_by.rank else '0' end, found_by.condition, direction,
        case when forgiving then '${MOST_FORGIVEN}' else 'all' end)
        into ids, total using with_roles, with_states, of_company, skip, take;
      exit when total > 0 or forgiving or not ${FORGIVES};
      forgiving := true;
    end loop;
    return next;
  end`

/** A search accepts several roles and states, and any order of a list. It takes one query, like a list without a search. */
export default class extends TenantSchema {
  async up() {
    for (const [suffix, scope, company, role] of [
      ['', `m.company_id = ${CURRENT_COMPANY}`, CURRENT_COMPANY, TENANT_ROLE],
      ['_across', 'true', 'of_company', ACROSS_ROLE],
    ] as const) {
      const types = 'text[], text[], text[], bigint, text, int, int'
      this.schema.raw(`
        drop function core_find_members${suffix}(text[], text, text, bigint, text, int, int);
        create function core_find_members${suffix}(words text[], with_roles text[], with_states text[], of_company bigint, ordered_by text, skip int, take int,
          out ids bigint[], out total bigint)
          returns setof record language plpgsql stable security definer set search_path = public, pg_temp as $find$ ${FIND(scope, company)} $find$;
        revoke all on function core_find_members${suffix}(${types}) from public;
        grant execute on function core_find_members${suffix}(${types}) to ${role};`)
    }
  }

  async down() {
    throw new Error('The search before this one is in 0042_name_words.')
  }
}
