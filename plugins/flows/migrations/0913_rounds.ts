import { TenantSchema } from '#core/kit/schema'

/**
 * A round can have an end: the day by which it has to be finished. `next_ends_on` is the end of the following round; it starts on `look_on`
 * of the finished round. `stopped`: removed after finishing, so that no next round starts.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`alter table flows_people add column ends_on date, add column next_ends_on date,
      add column stopped boolean not null default false`)
  }

  async down() {
    this.schema.raw('alter table flows_people drop column ends_on, drop column next_ends_on, drop column stopped')
  }
}
