import { TenantSchema } from '#core/kit/schema'

/**
 * People who left their details on a public page of a company or of the platform (company null), and what the admins do with them. They
 * need no account: a lead is identified by its address.
 */
export default class extends TenantSchema {
  async up() {
    this.tenantTable(
      'marketing_leads',
      (table) => {
        table.text('name').notNullable().defaultTo('')
        table.text('email').notNullable()
        table.text('phone').notNullable().defaultTo('')
        table.text('organisation').notNullable().defaultTo('')
        table.text('message').notNullable().defaultTo('')
        table.text('language').notNullable()
        table.text('source').notNullable().checkIn(['catalogue', 'waiting_list', 'landing_page', 'mailbox'])
        // The course or page where they left their details, or the subject of their mail.
        table.text('subject').notNullable().defaultTo('')
        // The consent text. Null for a person who sent a mail and was not asked.
        table.text('consent_words').nullable()
        table.timestamp('consent_at').nullable()
        table.text('state').notNullable().defaultTo('new').checkIn(['new', 'contacted', 'won', 'lost'])
        table.bigInteger('owner_id').nullable().references('id').inTable('core_users').onDelete('SET NULL')
        table.text('next_step').notNullable().defaultTo('')
        table.date('next_on').nullable()
        table.timestamp('created_at').notNullable().defaultTo(this.now())
        table.timestamp('updated_at').notNullable().defaultTo(this.now())
      },
      { platformRows: true },
    )
    this.schema.raw(`
      alter table marketing_leads add column search_text text not null generated always as (
        search_key(name || ' ' || email || ' ' || organisation || ' ' || subject)) stored;
      -- Sending the same form twice creates one lead.
      create unique index marketing_leads_once on marketing_leads (coalesce(company_id, 0), lower(email), source, md5(subject), md5(message));
      create index marketing_leads_newest on marketing_leads (created_at desc, id);
      create index marketing_leads_address on marketing_leads (lower(email));
      create index marketing_leads_owner on marketing_leads (owner_id) where owner_id is not null;
      create index marketing_leads_kept on marketing_leads (updated_at);

      -- A visitor may add a lead and read nothing, also on the site of the platform, whose scope has the number 0. A lead who asks again
      -- becomes new again.
      create function marketing_hand_in(lead jsonb) returns void language sql security definer set search_path = public, pg_temp as $$
        insert into marketing_leads as l (company_id, name, email, phone, organisation, message, language, source, subject, consent_words, consent_at)
        values (nullif(nullif(current_setting('app.company_id', true), '')::bigint, 0), lead->>'name', lead->>'email', lead->>'phone', lead->>'organisation',
                lead->>'message', lead->>'language', lead->>'source', lead->>'subject', lead->>'consent_words',
                case when lead->>'consent_words' is not null then now() end)
        on conflict (coalesce(company_id, 0), lower(email), source, md5(subject), md5(message)) do update
          set state = case when l.state in ('won', 'lost') then 'new' else l.state end, updated_at = clock_timestamp(),
              consent_words = coalesce(excluded.consent_words, l.consent_words), consent_at = coalesce(excluded.consent_at, l.consent_at) $$;

      -- Deletes leads without activity for two years.
      create function marketing_forget_leads() returns void language sql security definer set search_path = public, pg_temp as $$
        delete from marketing_leads where updated_at < now() - interval '2 years' $$;

      revoke all on function marketing_hand_in(jsonb), marketing_forget_leads() from public;
      grant execute on function marketing_hand_in(jsonb) to platform_tenant, platform_across;
      grant execute on function marketing_forget_leads() to platform_tenant`)
  }

  async down() {
    this.schema.raw('drop function marketing_hand_in(jsonb), marketing_forget_leads()')
    this.schema.dropTable('marketing_leads')
  }
}
