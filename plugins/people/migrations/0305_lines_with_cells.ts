import { TenantSchema } from '#core/kit/schema'

/** What a line says goes once its person is added: erasing an address looks at the few lines that still say something. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`create index people_import_rows_said on people_import_rows (company_id, id) where cells is not null`)
  }

  async down() {
    this.schema.raw(`drop index people_import_rows_said`)
  }
}
