import { TenantSchema } from '#core/kit/schema'

/**
 * Campaigns belong to the platform, because a campaign may go to people of several companies. A company may read the campaigns that its
 * people receive, and change none. The rows of its people (recipients, consents) belong to the company. The suppression list contains only
 * hashes of addresses and is never deleted.
 */
export default class extends TenantSchema {
  async up() {
    this.platformTable(
      'marketing_campaigns',
      (table) => {
        table.text('name').notNullable()
        table.jsonb('audience').notNullable()
        // Language → subject, text and button label.
        table.jsonb('words').notNullable()
        // A path on this platform. Empty if the mail has no button.
        table.text('link').notNullable().defaultTo('')
        // Mails per minute.
        table.integer('pace').notNullable()
        table.text('state').notNullable().defaultTo('draft').checkIn(['draft', 'scheduled', 'sending', 'paused', 'done'])
        table.timestamp('starts_at').nullable()
        table.timestamp('started_at').nullable()
        table.timestamp('finished_at').nullable()
        // The current minute, and the number of mails written in it.
        table.timestamp('minute').nullable()
        table.integer('taken').notNullable().defaultTo(0)
        table.timestamp('made_at').notNullable().defaultTo(this.now())
        table.timestamp('updated_at').notNullable().defaultTo(this.now())
      },
      { companiesMayRead: false },
    )
    this.tenantTable('marketing_recipients', (table) => {
      table.bigInteger('campaign_id').notNullable().references('id').inTable('marketing_campaigns').onDelete('CASCADE')
      table.bigInteger('membership_id').nullable()
      // SHA-256 of the address. Deleted with the person.
      table.binary('address_hash').nullable()
      table.text('state').notNullable().defaultTo('waiting').checkIn(['waiting', 'sent', 'skipped'])
      table.timestamp('sent_at').nullable()
      table.timestamp('clicked_at').nullable()
      table.timestamp('bounced_at').nullable()
      table.timestamp('unsubscribed_at').nullable()
      // A person is in a campaign at most once.
      table.unique(['campaign_id', 'membership_id'])
    })
    this.ownReference('marketing_recipients', 'membership_id', 'core_memberships', 'set null')
    this.tenantTable('marketing_consents', (table) => {
      table.bigInteger('membership_id').notNullable()
      // The consent text as shown on the screen.
      table.text('words').notNullable()
      table.text('language').notNullable()
      table.timestamp('given_at').notNullable()
      table.timestamp('withdrawn_at').nullable()
      table.unique(['company_id', 'membership_id'])
    })
    this.ownReference('marketing_consents', 'membership_id', 'core_memberships')
    this.platformTable(
      'marketing_suppressed',
      (table) => {
        table.binary('address_hash').notNullable().unique()
        table.timestamp('since').notNullable().defaultTo(this.now())
      },
      { companiesMayRead: true },
    )
    this.schema.raw(`
      create index marketing_recipients_waiting on marketing_recipients (campaign_id, company_id, id) where state = 'waiting';
      create index marketing_recipients_sent on marketing_recipients (company_id, sent_at) where state = 'sent' and bounced_at is null;
      -- The policy on recipients applies to the subquery, so a company finds only its own campaigns.
      alter policy marketing_campaigns_read on marketing_campaigns
        using (exists (select from marketing_recipients r where r.campaign_id = marketing_campaigns.id));

      -- The hash by which an address is recognised after the address itself was erased.
      create function marketing_address(email text) returns bytea language sql immutable as $$
        select sha256(convert_to('marketing:' || lower(trim(email)), 'UTF8')) $$;

      -- Returns how many mails of a campaign may be written now. Locks the campaign until the transaction ends, so pausing waits for the
      -- mails in progress.
      create function marketing_take(campaign bigint, wanted int) returns int language plpgsql security definer set search_path = public, pg_temp as $$
        declare
          c marketing_campaigns;
          already int;
          granted int;
        begin
          select * into c from marketing_campaigns where id = campaign
             and exists (select from marketing_recipients r where r.campaign_id = campaign
                          and r.company_id = nullif(current_setting('app.company_id', true), '')::bigint) for update;
          if c.id is null or not (c.state = 'sending' or c.state = 'scheduled' and c.starts_at <= clock_timestamp()) then return 0; end if;
          already := case when c.minute = date_trunc('minute', clock_timestamp()) then c.taken else 0 end;
          granted := greatest(least(wanted, c.pace - already), 0);
          update marketing_campaigns
             set state = 'sending', started_at = coalesce(started_at, clock_timestamp()), minute = date_trunc('minute', clock_timestamp()), taken = already + granted
           where id = campaign;
          return granted;
        end $$;

      -- Ends a campaign without waiting recipients. Returns nothing.
      create function marketing_finish(campaign bigint) returns void language sql security definer set search_path = public, pg_temp as $$
        update marketing_campaigns c set state = 'done', finished_at = clock_timestamp()
         where c.id = campaign and c.state = 'sending'
           and not exists (select from marketing_recipients r where r.campaign_id = campaign and r.state = 'waiting') $$;

      -- For visitors with a signed link, who have no company.
      create function marketing_clicked(recipient bigint) returns text language sql security definer set search_path = public, pg_temp as $$
        update marketing_recipients r set clicked_at = coalesce(r.clicked_at, now()) from marketing_campaigns c
         where r.id = recipient and c.id = r.campaign_id returning c.link $$;

      create function marketing_unsubscribe(recipient bigint) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
        declare
          r marketing_recipients;
        begin
          update marketing_recipients set unsubscribed_at = coalesce(unsubscribed_at, now()) where id = recipient returning * into r;
          if r.id is null then return false; end if;
          if r.address_hash is not null then
            insert into marketing_suppressed (address_hash) values (r.address_hash) on conflict do nothing;
          end if;
          update marketing_consents set withdrawn_at = now() where membership_id = r.membership_id and withdrawn_at is null;
          return true;
        end $$;

      revoke all on function marketing_take(bigint, int), marketing_finish(bigint), marketing_clicked(bigint), marketing_unsubscribe(bigint) from public;
      grant execute on function marketing_take(bigint, int), marketing_finish(bigint), marketing_clicked(bigint), marketing_unsubscribe(bigint)
        to platform_tenant`)
  }

  async down() {
    this.schema.raw(`
      drop function marketing_take(bigint, int), marketing_finish(bigint), marketing_clicked(bigint), marketing_unsubscribe(bigint), marketing_address(text);
      alter policy marketing_campaigns_read on marketing_campaigns using (false)`)
    this.schema.dropTable('marketing_suppressed')
    this.schema.dropTable('marketing_consents')
    this.schema.dropTable('marketing_recipients')
    this.schema.dropTable('marketing_campaigns')
  }
}
