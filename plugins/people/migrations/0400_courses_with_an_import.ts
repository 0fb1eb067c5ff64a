import { TenantSchema } from '#core/kit/schema'

/** Courses that the people of an import are given. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      -- { courses, due_at, mandatory }; null: none.
      alter table people_imports add column giving jsonb;
      -- Whether the person of this line was given them, and was invited.
      alter table people_import_rows add column given boolean not null default true;
      -- A stable code: why one of the courses was not given.
      alter table people_import_rows add column refused text`)
  }

  async down() {
    this.schema.raw(`
      alter table people_import_rows drop column refused, drop column given;
      alter table people_imports drop column giving`)
  }
}
