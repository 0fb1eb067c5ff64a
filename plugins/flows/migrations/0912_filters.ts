import { TenantSchema } from '#core/kit/schema'

/**
 * Adds people to a flow by a filter on the list of people. `flows_matches` stores who matched the groups and the filter at the last run, to
 * recognise people who match again.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table flows_flows
        -- The query string of the list of people, the filters in it that the list recognised, and their description.
        add column filter text,
        add column filter_parts text[] not null default '{}',
        add column filter_name text,
        -- Whether people who stop matching and match again later start over.
        add column again boolean not null default false;
      alter table flows_people drop constraint flows_people_origin_check;
      alter table flows_people add constraint flows_people_origin_check check (origin in ('hand', 'file', 'group', 'filter', 'booking', 'repeat'))`)

    this.tenantTable('flows_matches', (table) => {
      table.bigInteger('flow_id').notNullable()
      table.bigInteger('membership_id').notNullable()
      table.unique(['company_id', 'flow_id', 'membership_id'])
    })
    this.ownReference('flows_matches', 'flow_id', 'flows_flows')
    this.ownReference('flows_matches', 'membership_id', 'core_memberships')
    this.schema.raw('create index flows_matches_of on flows_matches (company_id, membership_id)')
  }

  async down() {
    this.schema.dropTable('flows_matches')
    this.schema.raw(`
      delete from flows_people where origin = 'filter';
      alter table flows_people drop constraint flows_people_origin_check;
      alter table flows_people add constraint flows_people_origin_check check (origin in ('hand', 'file', 'group', 'booking', 'repeat'));
      alter table flows_flows drop column filter, drop column filter_parts, drop column filter_name, drop column again`)
  }
}
