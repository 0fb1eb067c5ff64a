import { TenantSchema } from '#core/kit/schema'

/** The numbers that a participation adds, with a sign. None if it is not the current one of its course. */
const COUNTED = (row: string, sign: string) => `
  select ${row}.company_id, ${row}.membership_id, ${row}.course_id,
         case when ${row}.status in ('registered', 'planned', 'busy') then ${row}.due_at end as due_at,
         ${sign} as people, case when ${row}.status = 'passed' then ${sign} else 0 end as passed,
         case when ${row}.status in ('registered', 'planned', 'busy') and ${row}.due_at is not null then ${sign} else 0 end as due
   where ${row}.current`

const ACTIVE = (row: string) => `${row}.role = 'leerling' and ${row}.state = 'active'`

/** One row per company, course and due day, for the people who count. Nothing is counted for a company that is being deleted. */
const ADD = (counted: string, whose: string) => `
  insert into learning_course_counts (company_id, course_id, due_at, people, passed, due)
  select p.company_id, p.course_id, p.due_at, sum(p.people), sum(p.passed), sum(p.due) from (${counted}) p
   where ${whose} and exists (select from core_companies c where c.id = p.company_id)
   group by p.company_id, p.course_id, p.due_at
  having sum(p.people) <> 0 or sum(p.passed) <> 0 or sum(p.due) <> 0`

const MEMBER = `exists (select from core_memberships m where m.company_id = p.company_id and m.id = p.membership_id and ${ACTIVE('m')})`

const ofRows = (rows: string, sign: string) => `select r.* from ${rows} s cross join lateral (${COUNTED('s', sign)}) r`

/**
 * Per course and due day: the number of active participants with the course, who passed it, and for whom it is due. Shown above the matrix
 * of /totaal (decision 0190). Triggers insert changes as new rows, so that transactions do not wait for each other. The job
 * `learning.count_courses` merges the rows.
 */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('learning_course_counts', (table) => {
      table.bigInteger('course_id').notNullable().references('id').inTable('learning_courses').onDelete('CASCADE')
      // The due day of open participations; null for all others.
      table.date('due_at').nullable()
      table.integer('people').notNullable()
      table.integer('passed').notNullable()
      table.integer('due').notNullable()
    })
    this.schema.raw(`
      create index learning_course_counts_of on learning_course_counts (company_id, course_id) include (due_at, people, passed, due);
      create index learning_course_counts_course on learning_course_counts (course_id) where people > 0;

      create function learning_count_given() returns trigger language plpgsql set search_path = public, pg_temp as $$
        begin
          ${ADD(ofRows('changed', '1'), MEMBER)};
          return null;
        end $$;
      create function learning_count_gone() returns trigger language plpgsql set search_path = public, pg_temp as $$
        begin
          ${ADD(ofRows('changed', '-1'), MEMBER)};
          return null;
        end $$;
      create function learning_count_changed() returns trigger language plpgsql set search_path = public, pg_temp as $$
        begin
          ${ADD(`${COUNTED('old', '-1')} union all ${COUNTED('new', '1')}`, MEMBER)};
          return null;
        end $$;
      -- When a person is blocked, comes back or gets another role, all their participations are subtracted or added.
      create function learning_count_member() returns trigger language plpgsql set search_path = public, pg_temp as $$
        declare
          sign int := (tg_op = 'UPDATE' and ${ACTIVE('new')})::int - (${ACTIVE('old')})::int;
        begin
          ${ADD(
            `select r.* from learning_participations s cross join lateral (${COUNTED('s', 'sign')}) r
              where s.company_id = old.company_id and s.membership_id = old.id and s.current`,
            'sign <> 0',
          )};
          return case when tg_op = 'DELETE' then old else null end;
        end $$;

      create trigger learning_count_given after insert on learning_participations
        referencing new table as changed for each statement execute function learning_count_given();
      create trigger learning_count_gone after delete on learning_participations
        referencing old table as changed for each statement execute function learning_count_gone();
      create trigger learning_count_changed after update on learning_participations for each row
        when ((old.status, old.due_at, old.current, old.company_id, old.membership_id, old.course_id)
          is distinct from (new.status, new.due_at, new.current, new.company_id, new.membership_id, new.course_id))
        execute function learning_count_changed();
      create trigger learning_count_member after update on core_memberships for each row
        when ((old.role, old.state) is distinct from (new.role, new.state)) execute function learning_count_member();
      -- Runs before the delete, because the participations are deleted with the member.
      create trigger learning_count_member_gone before delete on core_memberships for each row execute function learning_count_member();

      ${ADD(ofRows('learning_participations', '1'), MEMBER)}`)
  }

  async down() {
    this.schema.raw(`
      drop trigger learning_count_member on core_memberships;
      drop trigger learning_count_member_gone on core_memberships;
      drop trigger learning_count_given on learning_participations;
      drop trigger learning_count_gone on learning_participations;
      drop trigger learning_count_changed on learning_participations;
      drop function learning_count_given, learning_count_gone, learning_count_changed, learning_count_member`)
    this.schema.dropTable('learning_course_counts')
  }
}
