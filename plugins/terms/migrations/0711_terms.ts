import { TenantSchema } from '#core/kit/schema'

/** The versions of the terms, and who accepted which. Rows never change. */
export default class extends TenantSchema {
  async up() {
    this.tenantTable(
      'terms_versions',
      (table) => {
        table.integer('number').notNullable()
        // Language → text.
        table.jsonb('texts').notNullable()
        table.timestamp('published_at').notNullable().defaultTo(this.now())
      },
      { sharedRows: true },
    )
    this.tenantTable('terms_acceptances', (table) => {
      table.bigInteger('membership_id').notNullable()
      table.bigInteger('version_id').notNullable().references('id').inTable('terms_versions').onDelete('CASCADE')
      // The language in which the person read them.
      table.text('language').notNullable()
      table.timestamp('accepted_at').notNullable()
      table.text('via').notNullable().checkIn(['page', 'registration', 'invitation'])
      table.unique(['company_id', 'membership_id', 'version_id'])
    })
    this.ownReference('terms_acceptances', 'membership_id', 'core_memberships')
    this.schema.raw(`
      create unique index terms_versions_number on terms_versions (coalesce(company_id, 0), number);
      create index terms_acceptances_version on terms_acceptances (company_id, version_id, accepted_at);
      create function terms_stay() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin raise exception 'what was published or agreed to is never changed'; end $$;
      create trigger terms_versions_stay before update on terms_versions for each row execute function terms_stay();
      create trigger terms_acceptances_stay before update on terms_acceptances for each row execute function terms_stay();
    `)
  }

  async down() {
    this.schema.dropTable('terms_acceptances')
    this.schema.dropTable('terms_versions')
    this.schema.raw('drop function terms_stay()')
  }
}
