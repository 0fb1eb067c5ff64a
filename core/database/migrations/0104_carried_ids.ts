import { ACROSS_ROLE } from '../../config/database_roles.js'
import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** An id from an archive is kept if it is at most this far ahead of the counter. Higher ids would exhaust the sequence. */
const FAR = 1_000_000_000

/**
 * Assigns ids to rows that are restored or moved. An id is kept if it is free, otherwise a new one is assigned. Sequences belong to the
 * owner, so the function runs with the rights of the owner. It only assigns ids and reads which are in use.
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
        -- Advances the sequence first, so that no new row receives one of these ids.
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
