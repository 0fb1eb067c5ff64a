import { TenantSchema } from '#core/kit/schema'

const KINDS = ['registered', 'started', 'passed', 'failed', 'certificate']

const only = (kinds: readonly string[]) => `
  do $$ declare found text; begin
    for found in select conname from pg_constraint where conrelid = 'reports_actions'::regclass and contype = 'c'
                  and pg_get_constraintdef(oid) like '%certificate%' loop
      execute format('alter table reports_actions drop constraint %I', found);
    end loop;
  end $$;
  alter table reports_actions add constraint reports_actions_kind check (kind in (${kinds.map((kind) => `'${kind}'`).join(', ')}));`

/**
 * Cancelled enrolments are recorded and no longer count. Past ones are added automatically: core replays events to a plugin that listens to
 * them for the first time (decision 0049).
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      ${only([...KINDS, 'withdrawn'])}
      -- Whether the enrolment was withdrawn later. Stored here, so that counting reads only this row.
      alter table reports_actions add column withdrawn boolean not null default false;
      drop index reports_actions_counts;
      create index reports_actions_counts on reports_actions (company_id, kind, occurred_at) include (withdrawn);`)
  }

  async down() {
    this.schema.raw(`
      drop index reports_actions_counts;
      create index reports_actions_counts on reports_actions (company_id, kind, occurred_at);
      alter table reports_actions drop column withdrawn;
      delete from reports_actions where kind = 'withdrawn';
      ${only(KINDS)}`)
  }
}
