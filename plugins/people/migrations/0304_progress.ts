import { TenantSchema } from '#core/kit/schema'

/** Sets the progress of courses that were passed before lists could be sorted by it. The course record updates it from now on. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      update core_memberships m set progress = p.progress
        from (select membership_id, round(100.0 * count(*) filter (where status = 'passed') / count(*)) as progress
                from people_courses group by membership_id) p
       where p.membership_id = m.id`)
  }

  async down() {
    // Nothing to undo: the column belongs to core.
  }
}
