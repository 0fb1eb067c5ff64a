import { TenantSchema } from '#core/kit/schema'

/** The first due day of a person's open steps, so that people who are late are counted in one pass over them. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table flows_people add column due_on date;
      update flows_people p set due_on = (
          select min(s.due_on) from flows_steps s
           where s.company_id = p.company_id and s.person_id = p.id and s.started_on is not null and s.done_on is null)
       where p.finished_on is null and p.removed_at is null;
      create index flows_people_counted on flows_people (company_id, flow_id) include (finished_on, due_on) where removed_at is null`)
  }

  async down() {
    this.schema.raw('drop index flows_people_counted; alter table flows_people drop column due_on')
  }
}
