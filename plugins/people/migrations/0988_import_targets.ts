import { TenantSchema } from '#core/kit/schema'

/** What a file of people is for. Its lines may name people who exist already; their groups are undone, and the people stay. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table people_imports
        add column target text not null default 'people' check (target in ('people', 'members', 'participants')),
        -- The group of a file of members; null: each line names its groups.
        add column group_id bigint;
      alter table people_import_rows
        -- The person of the line was a member of the company before.
        add column known boolean not null default false,
        -- Groups that they joined by this line, as needed to undo it.
        add column joined jsonb`)
  }

  async down() {
    this.schema.raw(`
      alter table people_import_rows drop column joined, drop column known;
      alter table people_imports drop column group_id, drop column target`)
  }
}
