import { TenantSchema } from '#core/kit/schema'

/**
 * Exams, their moments and the entries. Exams and moments belong to the platform, and every company may read them. An entry belongs to the
 * company of its person, and the provider may read it (decision 0148).
 */
export default class extends TenantSchema {
  async up() {
    this.tenantTable(
      'exams_exams',
      (table) => {
        // An id of learning. No foreign key, because plugins do not reference each other's tables.
        table.bigInteger('course_id').notNullable()
        table.specificType('languages', 'text[]').notNullable()
        table.bigInteger('provider_company_id').nullable().references('id').inTable('core_companies').onDelete('SET NULL')
        table.boolean('adults_only').notNullable().defaultTo(false)
        // What a person receives for passing, as text, and how long it is valid. Null: no end.
        table.text('certificate').notNullable().defaultTo('')
        table.integer('valid_months').nullable()
        table.boolean('active').notNullable().defaultTo(true)
        table.timestamp('created_at').notNullable().defaultTo(this.now())
        table.timestamp('updated_at').notNullable().defaultTo(this.now())
        table.index(['course_id'])
      },
      { sharedRows: true },
    )
    this.schema.raw(`
      alter table exams_exams add constraint exams_exams_months check (valid_months between 1 and 1200);
      alter table exams_exams add constraint exams_exams_spoken check (cardinality(languages) > 0)`)

    this.tenantTable(
      'exams_moments',
      (table) => {
        table.bigInteger('exam_id').notNullable().references('id').inTable('exams_exams').onDelete('CASCADE')
        table.text('city').notNullable()
        table.text('location').notNullable()
        table.text('address').notNullable().defaultTo('')
        table.text('language').notNullable()
        table.timestamp('starts_at', { useTz: true }).notNullable()
        table.integer('seats').notNullable()
        table.bigInteger('provider_company_id').nullable().references('id').inTable('core_companies').onDelete('SET NULL')
        table.boolean('adults_only').notNullable().defaultTo(false)
        table.timestamp('withdrawn_at', { useTz: true }).nullable()
        table.text('withdrawn_reason').nullable()
        table.timestamp('created_at').notNullable().defaultTo(this.now())
        table.timestamp('updated_at').notNullable().defaultTo(this.now())
        table.index(['exam_id', 'starts_at'])
        table.index(['starts_at'])
      },
      { sharedRows: true },
    )
    this.schema.raw(`
      alter table exams_moments add constraint exams_moments_seats check (seats between 1 and 1000);
      alter table exams_moments add column search_text text generated always as (search_key(city || ' ' || location)) stored`)

    this.tenantTable(
      'exams_entries',
      (table) => {
        // The caller's own id of the purpose of the seats, such as booking:12.
        table.text('key').notNullable()
        // Null: a seat for somebody who is not (yet) a member.
        table.bigInteger('membership_id').nullable()
        table.bigInteger('moment_id').notNullable().references('id').inTable('exams_moments').onDelete('CASCADE')
        table.bigInteger('provider_company_id').nullable().references('id').inTable('core_companies').onDelete('SET NULL')
        // A copy for the provider, who cannot read people of another company.
        table.text('person_name').notNullable().defaultTo('')
        table.text('company_name').notNullable()
        table
          .text('status')
          .notNullable()
          .defaultTo('waiting')
          .checkIn(['waiting', 'confirmed', 'not_confirmed', 'refused', 'passed', 'failed', 'no_show'])
        // While set, the seat is only held. Null: the seat is taken.
        table.timestamp('held_until', { useTz: true }).nullable()
        table.timestamp('released_at', { useTz: true }).nullable()
        table.text('release_reason').nullable().checkIn(['released', 'lapsed', 'withdrawn', 'refused'])
        // The start time of which the company was last notified.
        table.timestamp('told_starts_at', { useTz: true }).notNullable()
        table.timestamp('created_at').notNullable().defaultTo(this.now())
        table.timestamp('updated_at').notNullable().defaultTo(this.now())
        table.unique(['company_id', 'key', 'membership_id'])
        table.index(['company_id', 'membership_id'])
      },
      { alsoVisibleTo: 'provider_company_id' },
    )
    this.ownReference('exams_entries', 'membership_id', 'core_memberships')
    this.schema.raw(`
      alter table exams_entries add constraint exams_entries_released check ((released_at is null) = (release_reason is null));
      alter table exams_entries add column search_text text generated always as (search_key(person_name || ' ' || company_name)) stored;
      create index exams_entries_taken on exams_entries (moment_id) where released_at is null;
      create index exams_entries_held on exams_entries (company_id, held_until) where released_at is null and held_until is not null;
      create index exams_entries_provider on exams_entries (provider_company_id)`)

    // Who set which status, and when. The name is looked up when it is read, if the reader may see the person.
    this.tenantTable(
      'exams_entry_history',
      (table) => {
        table.bigInteger('entry_id').notNullable()
        table.bigInteger('provider_company_id').nullable().references('id').inTable('core_companies').onDelete('SET NULL')
        table.text('status').notNullable()
        table.text('from_status').nullable()
        table.text('by_side').notNullable().checkIn(['company', 'provider', 'platform', 'system'])
        table.bigInteger('by_membership_id').nullable()
        table.text('explanation').notNullable().defaultTo('')
        table.timestamp('at', { useTz: true }).notNullable().defaultTo(this.now())
        table.index(['company_id', 'entry_id'])
      },
      { alsoVisibleTo: 'provider_company_id' },
    )
    this.ownReference('exams_entry_history', 'entry_id', 'exams_entries')

    // Counts seats across companies, which a company may not read. Returns only numbers. Expired holds do not count, even before they are
    // released.
    this.schema.raw(`
      create function exams_seats_taken(moment bigint) returns int language sql volatile security definer
        set search_path = public, pg_temp as $$
        select count(*)::int from exams_entries e
         where e.moment_id = moment and e.released_at is null and (e.held_until is null or e.held_until > clock_timestamp())
      $$;
      create function exams_lock_moment(moment bigint) returns table (seats int, taken int) language plpgsql volatile security definer
        set search_path = public, pg_temp as $$
      begin
        -- A company may not change rows of the platform, so it could not lock one either.
        perform 1 from exams_moments m where m.id = moment for no key update;
        -- A separate statement, so that it sees what was committed during the wait for the lock.
        return query select m.seats, exams_seats_taken(m.id) from exams_moments m where m.id = moment;
      end $$;
      revoke all on function exams_seats_taken(bigint), exams_lock_moment(bigint) from public;
      grant execute on function exams_seats_taken(bigint), exams_lock_moment(bigint) to platform_tenant, platform_across`)
  }

  async down() {
    this.schema.raw('drop function exams_lock_moment(bigint); drop function exams_seats_taken(bigint)')
    for (const name of ['entry_history', 'entries', 'moments', 'exams']) this.schema.dropTable(`exams_${name}`)
  }
}
