import { TenantSchema } from '#core/kit/schema'

/** When the import or its undo last started: an old file that is being resumed is not deleted meanwhile. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw('alter table people_imports add column begun_at timestamptz')
  }

  async down() {
    this.schema.raw('alter table people_imports drop column begun_at')
  }
}
