import { TenantSchema } from '#core/kit/schema'

/** Mails about a booking that a person did not finish. At most one for each draft of booking. */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('marketing_reminders', (table) => {
      table.bigInteger('draft_id').notNullable()
      table.bigInteger('membership_id').notNullable()
      // SHA-256 of the address, for unsubscribing it.
      table.binary('address_hash').notNullable()
      table.timestamp('sent_at').notNullable().defaultTo(this.now())
      table.unique(['company_id', 'draft_id'])
      table.index(['company_id', 'membership_id'])
    })
    this.ownReference('marketing_reminders', 'membership_id', 'core_memberships')
    this.schema.raw(`
      -- For visitors with a signed link, who have no company.
      create function marketing_unsubscribe_reminder(reminder bigint) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
        declare
          r marketing_reminders;
        begin
          select * into r from marketing_reminders where id = reminder;
          if r.id is null then return false; end if;
          insert into marketing_suppressed (address_hash) values (r.address_hash) on conflict do nothing;
          update marketing_consents set withdrawn_at = now() where membership_id = r.membership_id and withdrawn_at is null;
          return true;
        end $$;
      revoke all on function marketing_unsubscribe_reminder(bigint) from public;
      grant execute on function marketing_unsubscribe_reminder(bigint) to platform_tenant`)
  }

  async down() {
    this.schema.raw('drop function marketing_unsubscribe_reminder(bigint)')
    this.schema.dropTable('marketing_reminders')
  }
}
