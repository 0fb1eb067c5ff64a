import { TenantSchema } from '#core/kit/schema'

/** Courses that a line of an import names for its own person, stored until the person has them. The cells are cleared before that. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`alter table people_import_rows add column courses jsonb`)
  }

  async down() {
    this.schema.raw(`alter table people_import_rows drop column courses`)
  }
}
