import { TenantSchema } from '#core/kit/schema'

/** The purpose of an import. Its lines may refer to existing people. Undoing the import then removes their groups and keeps the people. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table people_imports
        add column target text not null default 'people' check (target in ('people', 'members', 'participants')),
        -- The group for a file of members. Null: each line names its groups.
        add column group_id bigint;
      alter table people_import_rows
        -- Whether the person of the line was a member of the company before the import.
        add column known boolean not null default false,
        -- Groups that the person joined through this line, for undoing it.
        add column joined jsonb`)
  }

  async down() {
    this.schema.raw(`
      alter table people_import_rows drop column joined, drop column known;
      alter table people_imports drop column group_id, drop column target`)
  }
}
