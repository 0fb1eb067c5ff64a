import { TenantSchema } from '#core/kit/schema'

/** Whether people are notified of a course that their group gives them. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw('alter table groups_courses add column tell boolean not null default true')
  }

  async down() {
    this.schema.raw('alter table groups_courses drop column tell')
  }
}
