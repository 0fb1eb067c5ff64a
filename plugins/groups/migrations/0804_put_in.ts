import { TenantSchema } from '#core/kit/schema'

/** When somebody was last put into a group by hand or import, also who was in it already: whoever did it before takes it back no longer. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw('alter table groups_members add column put_in_at timestamptz not null default clock_timestamp()')
  }

  async down() {
    this.schema.raw('alter table groups_members drop column put_in_at')
  }
}
