import { TenantSchema } from '#core/kit/schema'

/** Why a gift did not come about, as learning's code: a group's page says who waits, and each settling asks again. Null: it did. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw('alter table groups_gifts add column refused text')
  }

  async down() {
    this.schema.raw('alter table groups_gifts drop column refused')
  }
}
