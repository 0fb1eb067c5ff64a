import { TenantSchema } from '#core/kit/schema'

/** The sheet of the workbook and the heading line that an import was read from. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table people_imports
        add column sheets jsonb not null default '[]',
        add column sheet integer not null default 0,
        add column heading_line integer not null default 1`)
  }

  async down() {
    this.schema.raw('alter table people_imports drop column sheets, drop column sheet, drop column heading_line')
  }
}
