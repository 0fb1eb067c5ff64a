import { TenantSchema } from '#core/kit/schema'

/**
 * Flows, their versions, the people in them and their progress. A person stays on the version they started with until a supervisor moves
 * them. Each round of a person has its own rows: the key (flow, person, round, step) ensures that a step starts once.
 */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('flows_flows', (table) => {
      table.text('name').notNullable()
      table.boolean('active').notNullable().defaultTo(false)
      table.integer('version').notNullable()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.timestamp('updated_at').notNullable().defaultTo(this.now())
    })
    this.schema.raw(`
      create unique index flows_flows_name on flows_flows (company_id, lower(name));
      alter table flows_flows add column search_text text generated always as (search_key(name)) stored`)

    this.tenantTable('flows_versions', (table) => {
      table.bigInteger('flow_id').notNullable()
      table.integer('number').notNullable()
      // See contract/definition.ts.
      table.jsonb('definition').notNullable()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.unique(['company_id', 'flow_id', 'number'])
    })
    this.ownReference('flows_versions', 'flow_id', 'flows_flows')

    // Groups whose people are added to the flow automatically. No foreign key, because plugins do not reference each other's tables.
    this.tenantTable('flows_groups', (table) => {
      table.bigInteger('flow_id').notNullable()
      table.bigInteger('group_id').notNullable()
      table.unique(['company_id', 'flow_id', 'group_id'])
    })
    this.ownReference('flows_groups', 'flow_id', 'flows_flows')

    this.tenantTable('flows_people', (table) => {
      table.bigInteger('flow_id').notNullable()
      table.bigInteger('membership_id').notNullable()
      table.integer('version').notNullable()
      table.integer('round').notNullable().defaultTo(1)
      table.text('origin').notNullable().checkIn(['hand', 'file', 'group', 'booking', 'repeat'])
      table.text('state').notNullable().defaultTo('not_started')
      table.date('joined_on').notNullable()
      table.date('finished_on').nullable()
      // Removed by a supervisor. A group does not add the person again.
      table.timestamp('removed_at').nullable()
      // The next day on which a change can happen without an event. Null: none.
      table.date('look_on').nullable()
      // Why the person cannot continue without a supervisor (contract/states.ts).
      table.text('stuck').nullable()
      table.timestamp('joined_at').notNullable().defaultTo(this.now())
      table.timestamp('updated_at').notNullable().defaultTo(this.now())
      table.unique(['company_id', 'flow_id', 'membership_id', 'round'])
    })
    this.ownReference('flows_people', 'flow_id', 'flows_flows')
    this.ownReference('flows_people', 'membership_id', 'core_memberships')
    this.schema.raw(`
      create index flows_people_of on flows_people (company_id, membership_id);
      create index flows_people_look on flows_people (look_on, company_id) where look_on is not null;
      create index flows_people_stuck on flows_people (company_id, flow_id) where stuck is not null`)

    this.tenantTable('flows_steps', (table) => {
      table.bigInteger('person_id').notNullable()
      table.text('step').notNullable()
      table.text('state').notNullable()
      table.text('reason').notNullable()
      // The id of the participation in learning.
      table.bigInteger('participation_id').nullable()
      table.date('started_on').nullable()
      table.date('due_on').nullable()
      table.date('done_on').nullable()
      table.integer('again').notNullable().defaultTo(0)
      table.unique(['company_id', 'person_id', 'step'])
    })
    this.ownReference('flows_steps', 'person_id', 'flows_people')
    this.schema.raw(
      'create index flows_steps_participation on flows_steps (company_id, participation_id) where participation_id is not null',
    )

    this.tenantTable('flows_history', (table) => {
      table.bigInteger('flow_id').nullable()
      table.bigInteger('membership_id').nullable()
      table.text('act').notNullable()
      // Names of flows and courses, reasons and numbers; no personal data.
      table.jsonb('facts').notNullable().defaultTo('{}')
      // Null: the flow itself, an admin, or a person who was erased.
      table.bigInteger('by_membership_id').nullable()
      table.boolean('by_platform').notNullable().defaultTo(false)
      table.timestamp('at').notNullable().defaultTo(this.now())
    })
    this.ownReference('flows_history', 'flow_id', 'flows_flows', 'set null')
    this.ownReference('flows_history', 'membership_id', 'core_memberships')
    this.ownReference('flows_history', 'by_membership_id', 'core_memberships', 'set null')
    this.schema.raw(`
      create index flows_history_flow on flows_history (company_id, flow_id, id desc);
      create index flows_history_of on flows_history (company_id, membership_id, at desc, id desc);
      create index flows_history_by on flows_history (company_id, by_membership_id) where by_membership_id is not null`)
  }

  async down() {
    for (const name of ['history', 'steps', 'people', 'groups', 'versions', 'flows']) this.schema.dropTable(`flows_${name}`)
  }
}
