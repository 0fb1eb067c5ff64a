import { TenantSchema } from '#core/kit/schema'

/** The cells of a line are cleared once its person is added. Erasing an address only searches the few lines that still have cells. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`create index people_import_rows_said on people_import_rows (company_id, id) where cells is not null`)
  }

  async down() {
    this.schema.raw(`drop index people_import_rows_said`)
  }
}
