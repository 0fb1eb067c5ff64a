import { TenantSchema } from '#core/kit/schema'

/** When people of it last began to come in, or to go again: an old file that goes on with its other lines is not forgotten meanwhile. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw('alter table people_imports add column begun_at timestamptz')
  }

  async down() {
    this.schema.raw('alter table people_imports drop column begun_at')
  }
}
