import { TenantSchema } from '#core/kit/schema'

/** Lets admins keep a draft for a company without being its member: one draft per admin and company. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table booking_drafts alter column membership_id drop not null;
      alter table booking_drafts add column admin_id bigint references core_users (id) on delete cascade;
      alter table booking_drafts add constraint booking_drafts_one_owner check ((membership_id is null) <> (admin_id is null));
      create unique index booking_drafts_admin on booking_drafts (company_id, admin_id) where admin_id is not null`)
  }

  async down() {
    this.schema.raw(`
      delete from booking_drafts where membership_id is null;
      alter table booking_drafts drop column admin_id, alter column membership_id set not null`)
  }
}
