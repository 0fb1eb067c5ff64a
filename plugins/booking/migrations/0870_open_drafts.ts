import { BaseSchema } from '@adonisjs/lucid/schema'

/** For other plugins: the unfinished wizards of members, and when each was last changed. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create view booking_open_drafts with (security_invoker = true) as
        select id, company_id, membership_id, case when answers->>'course' ~ '^[0-9]{1,15}$' then (answers->>'course')::bigint end as course_id, updated_at
          from booking_drafts where membership_id is not null;
      grant select on booking_open_drafts to platform_tenant, platform_across;
      create index booking_drafts_left on booking_drafts (updated_at) where membership_id is not null`)
  }

  async down() {
    this.schema.raw('drop index booking_drafts_left; drop view booking_open_drafts')
  }
}
