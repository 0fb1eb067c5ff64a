import { TenantSchema } from '#core/kit/schema'

/** A fact counts once, whether it came from an event or from a replay. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table reports_actions drop column event_id;
      create unique index reports_actions_fact on reports_actions (company_id, participation_id, kind, occurred_at);
    `)
  }

  async down() {
    this.schema.raw(`
      drop index reports_actions_fact;
      alter table reports_actions add column event_id bigint;
      update reports_actions set event_id = id;
      alter table reports_actions alter column event_id set not null;
      create unique index reports_actions_company_id_kind_event_id_unique on reports_actions (company_id, kind, event_id);
    `)
  }
}
