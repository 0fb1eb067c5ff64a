import { TenantSchema } from '#core/kit/schema'

/**
 * The flow in which people continue from their second round. Null: the same flow again. A flow that another flow refers to cannot be
 * deleted (flow_service.ts).
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table flows_flows add column refresh_flow_id bigint,
        add constraint flows_flows_refresh_another check (refresh_flow_id <> id)`)
    this.ownReference('flows_flows', 'refresh_flow_id', 'flows_flows', 'set null')
    this.schema.raw('create index flows_flows_refresh on flows_flows (company_id, refresh_flow_id) where refresh_flow_id is not null')
  }

  async down() {
    this.schema.raw('alter table flows_flows drop column refresh_flow_id')
  }
}
