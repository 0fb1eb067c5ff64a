import { ACROSS_ROLE } from '../../config/database_roles.js'
import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** An archive's number may be far ahead of ours by so much and is kept; beyond it, it would use the numbers up. */
const FAR = 1_000_000_000

/**
 * Numbers for rows that are restored or moved: those that they had where nobody has them, new ones elsewhere. The counters of the
 * tables are the owner's, so the function has the owner's rights; it gives numbers and reads which are taken, nothing else.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create function core_take_ids(of_table regclass, wanted bigint[]) returns bigint[] language plpgsql security definer
        set search_path = public, pg_temp as $$
      declare
        counter text := pg_get_serial_sequence(of_table::text, 'id');
        last bigint;
        most bigint;
        taken bigint[];
        given bigint[];
      begin
        execute format('select last_value from %s', counter) into last;
        select max(w) into most from unnest(wanted) w where w between 1 and last + ${FAR};
        -- First the counter, so that nobody who adds a row meanwhile is given one of these.
        if most > last then perform setval(counter, most); end if;
        execute format('select coalesce(array_agg(t.id), ''{}'') from %s t where t.id = any($1)', of_table) into taken using wanted;
        select array_agg(case when u.w between 1 and last + ${FAR} and x.id is null then u.w else nextval(counter) end order by u.place)
          into given from unnest(wanted) with ordinality as u (w, place) left join unnest(taken) as x (id) on x.id = u.w;
        return coalesce(given, '{}');
      end $$;
      revoke all on function core_take_ids(regclass, bigint[]) from public;
      grant execute on function core_take_ids(regclass, bigint[]) to ${ACROSS_ROLE};`)
  }

  async down() {
    this.schema.raw('drop function core_take_ids(regclass, bigint[])')
  }
}
