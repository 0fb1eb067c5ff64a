import { TenantSchema } from '#core/kit/schema'

/**
 * Groups of people, the courses they give, and the results. A member was added by hand or by import (`added`), by the rule of the group
 * (`by_rule`), or both. A row with neither is not a member. A gift is one course for one person, given by one or more groups.
 */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('groups_groups', (table) => {
      table.text('kind').notNullable().checkIn(['location', 'department', 'function', 'project'])
      table.text('name').notNullable()
      // { match: 'all' | 'any', conditions: [{ field, op, value }] }
      table.jsonb('rule').nullable()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.timestamp('updated_at').notNullable().defaultTo(this.now())
    })
    this.schema.raw(`
      create unique index groups_groups_name on groups_groups (company_id, lower(name));
      alter table groups_groups add column search_text text generated always as (search_key(name)) stored`)

    this.tenantTable('groups_members', (table) => {
      table.bigInteger('group_id').notNullable()
      table.bigInteger('membership_id').notNullable()
      table.text('added').nullable().checkIn(['hand', 'import'])
      table.boolean('by_rule').notNullable().defaultTo(false)
      table.timestamp('joined_at').notNullable().defaultTo(this.now())
      table.unique(['company_id', 'group_id', 'membership_id'])
      table.index(['company_id', 'membership_id'])
    })
    this.ownReference('groups_members', 'group_id', 'groups_groups')
    this.ownReference('groups_members', 'membership_id', 'core_memberships')
    this.schema.raw('alter table groups_members add constraint groups_members_came check (by_rule or added is not null)')

    this.tenantTable('groups_courses', (table) => {
      table.bigInteger('group_id').notNullable()
      // An id of learning. No foreign key, because plugins do not reference each other's tables.
      table.bigInteger('course_id').notNullable()
      table.date('due_at').nullable()
      table.integer('due_days').nullable()
      table.boolean('mandatory').notNullable().defaultTo(true)
      table.date('given_on').notNullable()
      table.unique(['company_id', 'group_id', 'course_id'])
    })
    this.ownReference('groups_courses', 'group_id', 'groups_groups')
    this.schema.raw(`
      alter table groups_courses add constraint groups_courses_due
        check (due_at is null or due_days is null), add check (due_days between 1 and 3650)`)

    this.tenantTable('groups_gifts', (table) => {
      table.bigInteger('membership_id').notNullable()
      table.bigInteger('course_id').notNullable()
      // Null: the person already had the course or passed it.
      table.bigInteger('participation_id').nullable()
      table.date('due_at').nullable()
      table.boolean('mandatory').notNullable()
      table.timestamp('given_at').notNullable().defaultTo(this.now())
      table.unique(['company_id', 'membership_id', 'course_id'])
    })
    this.ownReference('groups_gifts', 'membership_id', 'core_memberships')
  }

  async down() {
    for (const name of ['gifts', 'courses', 'members', 'groups']) this.schema.dropTable(`groups_${name}`)
  }
}
