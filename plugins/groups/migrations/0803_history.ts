import { TenantSchema } from '#core/kit/schema'

/** Who joined and left which group, how and by whom. `groups_members` contains only current members (decision 0207). */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('groups_history', (table) => {
      table.bigInteger('membership_id').notNullable()
      // The name at that time. The group may be deleted.
      table.text('group_name').notNullable()
      table.text('act').notNullable().checkIn(['joined', 'left'])
      table.text('how').notNullable().checkIn(['hand', 'import', 'rule', 'removed'])
      // Null: the rule, an admin, or a person who was erased.
      table.bigInteger('by_membership_id').nullable()
      table.boolean('by_platform').notNullable().defaultTo(false)
      table.timestamp('at').notNullable().defaultTo(this.now())
    })
    this.ownReference('groups_history', 'membership_id', 'core_memberships')
    this.ownReference('groups_history', 'by_membership_id', 'core_memberships', 'set null')
    this.schema.raw(`
      create index groups_history_of on groups_history (company_id, membership_id, at desc, id desc);
      create index groups_history_by on groups_history (company_id, by_membership_id) where by_membership_id is not null;
      insert into groups_history (company_id, membership_id, group_name, act, how, at)
        select gm.company_id, gm.membership_id, g.name, 'joined', coalesce(gm.added, 'rule'), gm.joined_at
          from groups_members gm join groups_groups g on g.company_id = gm.company_id and g.id = gm.group_id`)
  }

  async down() {
    this.schema.dropTable('groups_history')
  }
}
