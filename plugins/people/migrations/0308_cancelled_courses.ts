import { TenantSchema } from '#core/kit/schema'

/** Cancelled courses no longer count. Recalculates the people who had one. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      update core_memberships m set progress = p.progress
        from (select membership_id,
                     round(100.0 * count(*) filter (where status = 'passed') / nullif(count(*) filter (where status <> 'cancelled'), 0)) as progress
                from people_courses group by membership_id having bool_or(status = 'cancelled')) p
       where p.membership_id = m.id`)
  }

  async down() {
    // Nothing to undo: the column belongs to core.
  }
}
