import { TenantSchema } from '#core/kit/schema'

/** Why learning refused a gift, as its code. The page of the group shows who waits, and each run tries again. Null: not refused. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw('alter table groups_gifts add column refused text')
  }

  async down() {
    this.schema.raw('alter table groups_gifts drop column refused')
  }
}
