import { TenantSchema } from '#core/kit/schema'

/**
 * Exams at a location of a company: requests, answered by the provider or the platform, and moments for one company only. The policy allows
 * only that company, the provider and the platform to read such a moment, so that no query can show it to others.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table exams_moments
        add column for_company_id bigint references core_companies (id) on delete cascade,
        -- Null: the number of hours before the start in the settings of the company.
        add column closes_at timestamptz,
        -- Minimum number of people that is billed.
        add column billed_least integer not null default 1 check (billed_least between 1 and 1000);
      create index exams_moments_company on exams_moments (for_company_id) where for_company_id is not null;
      alter policy exams_moments_read on exams_moments using (
        company_id = nullif(current_setting('app.company_id', true), '')::bigint
        or (company_id is null and (for_company_id is null
          or nullif(current_setting('app.company_id', true), '')::bigint in (for_company_id, provider_company_id))))`)

    this.tenantTable(
      'exams_requests',
      (table) => {
        table.bigInteger('exam_id').notNullable().references('id').inTable('exams_exams').onDelete('CASCADE')
        table.bigInteger('provider_company_id').nullable().references('id').inTable('core_companies').onDelete('SET NULL')
        table.bigInteger('moment_id').nullable().references('id').inTable('exams_moments').onDelete('SET NULL')
        // A copy for the provider, who cannot read people of another company.
        table.text('company_name').notNullable()
        // Null: an admin, or a person who was erased.
        table.bigInteger('requested_by_id').nullable()
        table.integer('people').notNullable()
        table.text('language').notNullable()
        table.date('wished_on').notNullable()
        table.text('location').notNullable()
        table.text('address').notNullable()
        table.text('city').notNullable()
        table.text('note').notNullable().defaultTo('')
        // The terms at the time of the request.
        table.integer('billed_least').notNullable()
        table.integer('list_days').notNullable()
        table.text('status').notNullable().defaultTo('open').checkIn(['open', 'planned', 'declined', 'withdrawn'])
        table.text('answer').notNullable().defaultTo('')
        table.text('answered_by').nullable().checkIn(['provider', 'platform'])
        table.timestamp('answered_at', { useTz: true }).nullable()
        table.timestamp('created_at').notNullable().defaultTo(this.now())
        table.index(['company_id', 'status'])
      },
      { alsoVisibleTo: 'provider_company_id' },
    )
    this.ownReference('exams_requests', 'requested_by_id', 'core_memberships', 'set null')
    this.schema.raw(`
      alter table exams_requests
        add constraint exams_requests_people check (people between 1 and 200),
        add constraint exams_requests_answered check ((status in ('planned', 'declined')) = (answered_at is not null)),
        add column search_text text generated always as (search_key(company_name || ' ' || location || ' ' || city)) stored;
      create index exams_requests_provider on exams_requests (provider_company_id) where status = 'open';
      create index exams_requests_asker on exams_requests (company_id, requested_by_id);

      -- Moments are rows of the platform, which a company may not write. This function only creates the moment of an open request of the
      -- current company, with the exam, place and terms of that request.
      create function exams_plan_request(request bigint, starts timestamptz, closes timestamptz) returns bigint language plpgsql volatile
        security definer set search_path = public, pg_temp as $$
      declare made bigint; asked exams_requests;
      begin
        select * into asked from exams_requests r
         where r.id = request and r.company_id = nullif(current_setting('app.company_id', true), '')::bigint and r.status = 'open' for update;
        if not found then return null; end if;
        insert into exams_moments (exam_id, city, location, address, language, starts_at, seats, provider_company_id, for_company_id, closes_at,
                                   billed_least)
        values (asked.exam_id, asked.city, asked.location, asked.address, asked.language, starts, greatest(asked.people, asked.billed_least),
                asked.provider_company_id, asked.company_id, closes, asked.billed_least)
        returning id into made;
        return made;
      end $$;
      revoke all on function exams_plan_request(bigint, timestamptz, timestamptz) from public;
      grant execute on function exams_plan_request(bigint, timestamptz, timestamptz) to platform_tenant, platform_across`)
  }

  async down() {
    this.schema.raw('drop function exams_plan_request(bigint, timestamptz, timestamptz)')
    this.schema.dropTable('exams_requests')
    this.schema.raw(`
      alter policy exams_moments_read on exams_moments using (
        company_id = nullif(current_setting('app.company_id', true), '')::bigint or company_id is null);
      alter table exams_moments drop column for_company_id, drop column closes_at, drop column billed_least`)
  }
}
