import { TenantSchema } from '#core/kit/schema'

/** Index of lines that still have cells, for finding an address that is erased. Cells are cleared once the person is added. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`create index people_import_rows_said on people_import_rows (company_id, id) where cells is not null`)
  }

  async down() {
    this.schema.raw(`drop index people_import_rows_said`)
  }
}
