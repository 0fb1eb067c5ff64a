import { TenantSchema } from '#core/kit/schema'

/** Who is erased is still counted, once: each use of one person has the same mark. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw('alter table contracts_uses add column gone_as text')
  }

  async down() {
    this.schema.raw('alter table contracts_uses drop column gone_as')
  }
}
