import { TenantSchema } from '#core/kit/schema'

/**
 * A round can have an end: the day by which it has to be finished. `next_ends_on` is the end of the round that follows; the day on which that one
 * starts is `look_on` of the finished round. `stopped`: taken out after it was finished, so that no next round comes.
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
