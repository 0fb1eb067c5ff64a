import { TenantSchema } from '#core/kit/schema'

/** Counts the visits of a second in one statement, whatever links they are of: a statement a visit cost many times the redirect itself. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      drop function booking_links_visit(text);
      create function booking_links_visits(counted jsonb) returns void language sql volatile security definer set search_path = public, pg_temp as $$
        insert into booking_links_days as d (company_id, link_id, day, visits)
          select l.company_id, l.id, (now() at time zone 'Europe/Amsterdam')::date, c.value::bigint
            from jsonb_each_text(counted) c join booking_links_links l on l.token = c.key
           order by l.id
          on conflict (company_id, link_id, day) do update set visits = d.visits + excluded.visits $$;
      revoke all on function booking_links_visits(jsonb) from public;
      grant execute on function booking_links_visits(jsonb) to platform_tenant`)
  }

  async down() {
    throw new Error('The server before this one calls a function that is gone.')
  }
}
