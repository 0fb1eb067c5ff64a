import { TenantSchema } from '#core/kit/schema'

/** Adds the kind GPI, the general instruction at the gates of construction sites. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(kinds("'b_vca', 'vol_vca', 'vil_vcu', 'gpi', 'sir', 'gwo', 'other'"))
  }

  async down() {
    this.schema.raw(`update external_courses_courses set kind = 'other' where kind = 'gpi'`)
    this.schema.raw(kinds("'b_vca', 'vol_vca', 'vil_vcu', 'sir', 'gwo', 'other'"))
  }
}

const kinds = (list: string) => `
  alter table external_courses_courses
    drop constraint external_courses_courses_kind_check,
    add constraint external_courses_courses_kind_check check (kind in (${list}))`
