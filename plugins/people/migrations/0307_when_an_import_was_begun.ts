import { TenantSchema } from '#core/kit/schema'

/** When the import or its undo last started, so that an old file is not deleted while it is resumed. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw('alter table people_imports add column begun_at timestamptz')
  }

  async down() {
    this.schema.raw('alter table people_imports drop column begun_at')
  }
}
