import { ACROSS_ROLE, TENANT_ROLE } from '../../config/database_roles.js'
import { CURRENT_COMPANY, TenantSchema } from '../../tenancy/tenant_schema.js'

/** Companies, people, their memberships and sessions. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create extension if not exists citext;
      create extension if not exists pg_trgm;
      create extension if not exists unaccent;
      grant usage on schema public to ${TENANT_ROLE}, ${ACROSS_ROLE};
      -- Normalises text for searching: lower case, without diacritics. Immutable, so that it can be indexed.
      create function search_key(value text) returns text language sql immutable parallel safe strict
        as $$ select lower(public.unaccent('public.unaccent'::regdictionary, value)) $$;
    `)

    this.schema.createTable('core_companies', (table) => {
      table.specificType('id', 'bigint generated always as identity').primary()
      table.specificType('login_id', 'citext').notNullable().unique()
      table.text('name').notNullable()
      table.text('legal_name').notNullable()
      table.text('abbreviation').nullable()
      table.text('sender_name').notNullable()
      table.text('primary_color').notNullable()
      table.text('secondary_color').notNullable()
      table.text('theme').notNullable().defaultTo('base')
      table.text('logo_file').nullable()
      table.text('favicon_file').nullable()
      table.text('default_language').notNullable().defaultTo('nl')
      table.text('street').nullable()
      table.text('postal_code').nullable()
      table.text('city').nullable()
      table.text('country').nullable()
      table.boolean('catalogue_access').notNullable().defaultTo(false)
      table.boolean('sir_member').notNullable().defaultTo(false)
      table.boolean('exam_provider').notNullable().defaultTo(false)
      table.boolean('no_direct_communication').notNullable().defaultTo(false)
      table.boolean('platform_branding').notNullable().defaultTo(false)
      table.specificType('plugins', 'text[]').notNullable().defaultTo('{}')
      // The hash of the company folder that declared the row. Changes by an admin stay until that folder changes.
      table.text('declared_hash').nullable()
      table.text('status').notNullable().defaultTo('active').checkIn(['active', 'inactive'])
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.timestamp('updated_at').notNullable().defaultTo(this.now())
    })
    this.schema.raw(`
      alter table core_companies add constraint core_companies_colours check
        (primary_color ~ '^#[0-9A-Fa-f]{6}$' and secondary_color ~ '^#[0-9A-Fa-f]{6}$');
      alter table core_companies add column search_text text generated always as
        (search_key(name || ' ' || legal_name || ' ' || login_id::text || ' ' || coalesce(city, ''))) stored;
    `)
    // A company may read its own row. Changes are made by an admin, or by core on behalf of the company.
    this.protect('core_companies', { read: `id = ${CURRENT_COMPANY}`, write: `id = ${CURRENT_COMPANY}` })
    this.schema.raw(`revoke insert, update, delete on core_companies from ${TENANT_ROLE}`)

    this.schema.createTable('core_users', (table) => {
      table.specificType('id', 'bigint generated always as identity').primary()
      table.specificType('email', 'citext').notNullable().unique()
      table.text('password').nullable()
      table.text('firstname').notNullable()
      table.text('lastname').notNullable()
      table.date('birthdate').nullable()
      table.text('gender').notNullable().defaultTo('unknown').checkIn(['male', 'female', 'unknown'])
      table.text('language').notNullable().defaultTo('nl')
      table.text('platform_role').nullable().checkIn(['admin', 'mini_admin'])
      table.timestamp('email_verified_at').nullable()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.timestamp('updated_at').notNullable().defaultTo(this.now())
    })

    this.tenantTable('core_memberships', (table) => {
      table.bigInteger('user_id').notNullable().references('id').inTable('core_users').onDelete('CASCADE')
      table.text('role').notNullable().checkIn(['leerling', 'beheerder', 'examinator', 'proctor'])
      table.text('status').notNullable().defaultTo('active').checkIn(['active', 'inactive'])
      table.specificType('entitlements', 'text[]').notNullable().defaultTo('{}')
      table.text('registration_type').notNullable().defaultTo('invite').checkIn(['invite', 'signup', 'launch'])
      table.bigInteger('added_by').nullable().references('id').inTable('core_users').onDelete('SET NULL')
      table.boolean('receive_emails').notNullable().defaultTo(true)
      table.text('forward_emails_to').nullable()
      table.jsonb('extra_info').notNullable().defaultTo('{}')
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.timestamp('last_seen_at').nullable()
      table.unique(['company_id', 'user_id'])
    })
    this.schema.raw(`
      create index core_memberships_user on core_memberships (user_id);
      create index core_memberships_list on core_memberships (company_id, role, status, created_at desc);
      alter table core_users add column search_text text generated always as
        (search_key(firstname || ' ' || lastname || ' ' || email::text)) stored;
      create index core_users_search on core_users using gin (search_text gin_trgm_ops);
    `)
    // A company may read the people who are its members.
    const member = 'exists (select 1 from core_memberships m where m.user_id = core_users.id)'
    this.protect('core_users', { read: member, write: member })
    // Only core adds people, in work across companies, because an e-mail address may already be in use elsewhere. A company cannot make a
    // person its own member, and cannot read passwords.
    this.schema.raw(`
      drop policy core_users_insert on core_users;
      revoke insert, update, delete, select on core_users from ${TENANT_ROLE};
      grant select (id, email, firstname, lastname, birthdate, gender, language, email_verified_at, created_at, updated_at, search_text)
        on core_users to ${TENANT_ROLE};
      grant update (firstname, lastname, birthdate, gender, language, updated_at) on core_users to ${TENANT_ROLE};
      revoke insert on core_memberships from ${TENANT_ROLE};
      revoke update on core_memberships from ${TENANT_ROLE};
      grant update (status, receive_emails, forward_emails_to, extra_info, last_seen_at) on core_memberships to ${TENANT_ROLE};
    `)

    this.platformTable(
      'core_sessions',
      (table) => {
        // Only the hash of the token is stored, so that a copy of this table opens no session.
        table.binary('token_hash').notNullable().unique()
        table.bigInteger('user_id').notNullable().references('id').inTable('core_users').onDelete('CASCADE')
        table.bigInteger('company_id').nullable().references('id').inTable('core_companies').onDelete('CASCADE')
        table.bigInteger('membership_id').nullable().references('id').inTable('core_memberships').onDelete('CASCADE')
        table.timestamp('created_at').notNullable().defaultTo(this.now())
        table.timestamp('expires_at').notNullable()
        table.text('user_agent').nullable()
      },
      { companiesMayRead: false },
    )
    this.schema.raw(`
      create index core_sessions_expiry on core_sessions (expires_at);
      create index core_sessions_user on core_sessions (user_id);
      create index core_sessions_membership on core_sessions (membership_id);
    `)

    this.platformTable(
      'core_audit_log',
      (table) => {
        table.bigInteger('user_id').nullable().references('id').inTable('core_users').onDelete('SET NULL')
        table.bigInteger('company_id').nullable()
        table.text('action').notNullable()
        table.text('reason').notNullable()
        table.jsonb('details').notNullable().defaultTo('{}')
        table.timestamp('created_at').notNullable().defaultTo(this.now())
      },
      { companiesMayRead: false },
    )
  }

  async down() {
    for (const name of ['audit_log', 'sessions', 'memberships', 'users', 'companies']) this.schema.dropTable(`core_${name}`)
  }
}
