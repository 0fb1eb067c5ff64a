import { TenantSchema } from '#core/kit/schema'

/**
 * When a person was last added to a group by hand or by import, also if they were a member already. Undoing an earlier addition does not
 * undo a later one.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw('alter table groups_members add column put_in_at timestamptz not null default clock_timestamp()')
  }

  async down() {
    this.schema.raw('alter table groups_members drop column put_in_at')
  }
}
