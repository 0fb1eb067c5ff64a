import { TenantSchema } from '#core/kit/schema'

/**
 * Ways into a course without an invitation, and the people who used them. An entrance is the direct access of a company (one of each kind,
 * opened with a code) or a project whose instruction is done at the gate. `token` is part of its link. `course_ids` are ids of learning.
 */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('direct_access_entrances', (table) => {
      table.text('kind').notNullable().checkIn(['standard', 'construction-pass', 'workforce', 'project'])
      table.text('token').notNullable().unique()
      table.boolean('is_open').notNullable().defaultTo(false)
      table.jsonb('course_ids').notNullable().defaultTo('[]')
      // Only for direct access.
      table.text('code').nullable()
      // Only for a project.
      table.text('name').nullable()
      table.integer('valid_for').nullable()
      table.text('valid_unit').nullable().checkIn(['days', 'months'])
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.timestamp('updated_at').notNullable().defaultTo(this.now())
    })
    this.schema.raw(`
      create unique index direct_access_entrances_kind on direct_access_entrances (company_id, kind) where kind <> 'project';
      create unique index direct_access_entrances_name on direct_access_entrances (company_id, search_key(name)) where kind = 'project';
      alter table direct_access_entrances add constraint direct_access_entrances_fields check (
        case when kind = 'project' then name is not null and valid_for between 1 and 3650 and valid_unit is not null and code is null
             else code is not null and name is null end)
    `)

    this.tenantTable('direct_access_visits', (table) => {
      table.bigInteger('entrance_id').notNullable()
      table.bigInteger('membership_id').notNullable()
      table.bigInteger('course_id').notNullable()
      // The course name at the time of the visit; language → name.
      table.jsonb('course_name').notNullable()
      // Null: waits for a supervisor.
      table.bigInteger('participation_id').nullable()
      // The number of their construction pass or their personnel number.
      table.text('number').nullable()
      table.timestamp('came_at').notNullable().defaultTo(this.now())
      table.timestamp('done_at').nullable()
      table.date('valid_until').nullable()
      // Part of the address of their proof.
      table.text('token').notNullable().unique()
      table.unique(['company_id', 'entrance_id', 'membership_id', 'course_id'])
      table.index(['company_id', 'participation_id'])
      table.index(['company_id', 'membership_id'])
      table.index(['company_id', 'entrance_id', 'came_at'])
    })
    this.ownReference('direct_access_visits', 'entrance_id', 'direct_access_entrances')
    this.ownReference('direct_access_visits', 'membership_id', 'core_memberships')
  }

  async down() {
    this.schema.dropTable('direct_access_visits')
    this.schema.dropTable('direct_access_entrances')
  }
}
