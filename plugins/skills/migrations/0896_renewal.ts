import { TenantSchema } from '#core/kit/schema'

/**
 * A renewal window: a proof within this number of months before the end adds the validity to that end, so that renewing early loses nothing
 * (decision 0350). Each end depends on the previous one, so `skills_renewed` is an aggregate over a person's proofs of a skill, ordered by
 * date.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table skills_skills add column renew_months integer,
        add constraint skills_skills_renew check (renew_months is null or (valid_months is not null and renew_months between 1 and valid_months - 1));
      -- before: the end so far, or null. own: the end of the proof itself. An end never becomes earlier.
      create function skills_renewed_end(before date, day date, own date, months integer, renew integer) returns date language sql immutable
        return greatest(before, case when day between (before - make_interval(months => renew))::date and before
                                     then (before + make_interval(months => months))::date else own end);
      create aggregate skills_renewed(day date, own date, months integer, renew integer) (sfunc = skills_renewed_end, stype = date)`)
  }

  async down() {
    this.schema.raw(`
      drop aggregate skills_renewed(date, date, integer, integer);
      drop function skills_renewed_end(date, date, date, integer, integer);
      alter table skills_skills drop column renew_months`)
  }
}
