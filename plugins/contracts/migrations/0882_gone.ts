import { TenantSchema } from '#core/kit/schema'

/** An erased person is still counted once. All uses of one person have the same mark. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw('alter table contracts_uses add column gone_as text')
  }

  async down() {
    this.schema.raw('alter table contracts_uses drop column gone_as')
  }
}
