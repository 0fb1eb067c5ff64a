import { TenantSchema } from '#core/kit/schema'

/** For jobs of plugins that follow groups: companies in which people joined or left a group recently. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create index groups_history_at on groups_history (at) include (company_id);
      create index groups_gifts_refused on groups_gifts (company_id) where refused is not null;
      create view groups_changed_companies with (security_invoker = true) as
        select h.company_id from groups_history h where h.at > now() - interval '45 minutes';
      grant select on groups_changed_companies to platform_across`)
  }

  async down() {
    this.schema.raw('drop view groups_changed_companies; drop index groups_gifts_refused; drop index groups_history_at')
  }
}
