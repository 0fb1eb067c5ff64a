import { TenantSchema } from '#core/kit/schema'

/** As in 0190_course_counts. `counts` is the condition on participations that count. */
const COUNTED = (row: string, sign: string, counts: string) => `
  select ${row}.company_id, ${row}.membership_id, ${row}.course_id,
         case when ${row}.status in ('registered', 'planned', 'busy') then ${row}.due_at end as due_at,
         ${sign} as people, case when ${row}.status = 'passed' then ${sign} else 0 end as passed,
         case when ${row}.status in ('registered', 'planned', 'busy') and ${row}.due_at is not null then ${sign} else 0 end as due
   where ${row}.current and ${counts}`

const ACTIVE = (row: string) => `${row}.role = 'leerling' and ${row}.state = 'active'`

const ADD = (counted: string, whose: string) => `
  insert into learning_course_counts (company_id, course_id, due_at, people, passed, due)
  select p.company_id, p.course_id, p.due_at, sum(p.people), sum(p.passed), sum(p.due) from (${counted}) p
   where ${whose} and exists (select from core_companies c where c.id = p.company_id)
   group by p.company_id, p.course_id, p.due_at
  having sum(p.people) <> 0 or sum(p.passed) <> 0 or sum(p.due) <> 0`

const MEMBER = `exists (select from core_memberships m where m.company_id = p.company_id and m.id = p.membership_id and ${ACTIVE('m')})`

const ofRows = (rows: string, sign: string, counts: string) =>
  `select r.* from ${rows} s cross join lateral (${COUNTED('s', sign, counts)}) r`

/** The four functions of the triggers of 0190. @param counts the condition on a participation */
const functions = (counts: (row: string) => string) => `
  create or replace function learning_count_given() returns trigger language plpgsql set search_path = public, pg_temp as $$
    begin
      ${ADD(ofRows('changed', '1', counts('s')), MEMBER)};
      return null;
    end $$;
  create or replace function learning_count_gone() returns trigger language plpgsql set search_path = public, pg_temp as $$
    begin
      ${ADD(ofRows('changed', '-1', counts('s')), MEMBER)};
      return null;
    end $$;
  create or replace function learning_count_changed() returns trigger language plpgsql set search_path = public, pg_temp as $$
    begin
      ${ADD(`${COUNTED('old', '-1', counts('old'))} union all ${COUNTED('new', '1', counts('new'))}`, MEMBER)};
      return null;
    end $$;
  create or replace function learning_count_member() returns trigger language plpgsql set search_path = public, pg_temp as $$
    declare
      sign int := (tg_op = 'UPDATE' and ${ACTIVE('new')})::int - (${ACTIVE('old')})::int;
    begin
      ${ADD(
        `select r.* from learning_participations s cross join lateral (${COUNTED('s', 'sign', counts('s'))}) r
          where s.company_id = old.company_id and s.membership_id = old.id and s.current`,
        'sign <> 0',
      )};
      return case when tg_op = 'DELETE' then old else null end;
    end $$;`

const notCancelled = (row: string) => `${row}.status <> 'cancelled'`
const cancelled = (row: string) => `${row}.status = 'cancelled'`

/**
 * A cancelled course no longer counts above the matrix of /totaal, as in the list of people (0308_cancelled_courses of people). Inserts the
 * difference for those that were counted; the nightly job merges the rows.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`${functions(notCancelled)} ${ADD(ofRows('learning_participations', '-1', cancelled('s')), MEMBER)}`)
  }

  async down() {
    this.schema.raw(`${functions(() => 'true')} ${ADD(ofRows('learning_participations', '1', cancelled('s')), MEMBER)}`)
  }
}
