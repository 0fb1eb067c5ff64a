import { TenantSchema } from '#core/kit/schema'

/** Courses in a line of an import for its own person. Stored until they are assigned, because the cells are cleared earlier. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`alter table people_import_rows add column courses jsonb`)
  }

  async down() {
    this.schema.raw(`alter table people_import_rows drop column courses`)
  }
}
