import { TenantSchema } from '#core/kit/schema'

/**
 * Some courses only renew a skill, such as a GWO refresher. They count while the skill is valid; after its end, the full course is required
 * (decision 0379). `skills_refreshed` is `skills_renewed` with a flag for proofs of such a course.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table skills_sources add column renews_only boolean not null default false;
      create function skills_refreshed_end(before date, day date, own date, months integer, renew integer, refresher boolean) returns date
        language sql immutable
        return case when refresher and (before is null or day > before) then before
                    else skills_renewed_end(before, day, own, months, renew) end;
      create aggregate skills_refreshed(day date, own date, months integer, renew integer, refresher boolean)
        (sfunc = skills_refreshed_end, stype = date)`)
  }

  async down() {
    this.schema.raw(`
      drop aggregate skills_refreshed(date, date, integer, integer, boolean);
      drop function skills_refreshed_end(date, date, date, integer, integer, boolean);
      alter table skills_sources drop column renews_only`)
  }
}
