import { TenantSchema } from '#core/kit/schema'

/**
 * A round can have an end: the day by which it must be finished. `next_ends_on` is the end of the next round, which starts on `look_on` of
 * the finished round. `stopped` means removed after finishing, so that no next round starts.
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
