import { TenantSchema } from '#core/kit/schema'

/** Skips people of a company that is closed or has switched the list off. They keep their place. */
export default class extends TenantSchema {
  async up() {
    this.#first(`and c.status = 'active' and 'waiting_list' = any(c.plugins) and 'exams' = any(c.plugins)`)
  }

  async down() {
    this.#first('')
  }

  #first(open: string) {
    this.schema.raw(`
      create or replace function waiting_list_first(course bigint, place text, spoken text, wanted text) returns bigint language sql stable
        security definer set search_path = public, pg_temp as $$
        select p.id from waiting_list_places p join core_companies c on c.id = p.company_id
         where p.status = 'waiting' and p.course_id = course and search_key(p.city) = search_key(place) and p.language = spoken
           and p.month = wanted ${open}
         order by p.rank limit 1
      $$`)
  }
}
