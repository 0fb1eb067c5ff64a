import { TenantSchema } from '#core/kit/schema'

/** Courses that are assigned to the people of an import. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      -- { courses, due_at, mandatory }; null: none.
      alter table people_imports add column giving jsonb;
      -- Whether the courses were assigned to the person of this line, and whether the person was invited.
      alter table people_import_rows add column given boolean not null default true;
      -- A stable code: why one of the courses was not assigned.
      alter table people_import_rows add column refused text`)
  }

  async down() {
    this.schema.raw(`
      alter table people_import_rows drop column refused, drop column given;
      alter table people_imports drop column giving`)
  }
}
