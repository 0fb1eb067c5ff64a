import { TenantSchema } from '#core/kit/schema'

/**
 * Tags that admins give to open answers, and read-only links. The answers belong to learning: `answer_id` refers to a row there, which may
 * have been deleted. A link belongs to the platform, because it may cover several companies. It stores a snapshot of the results without
 * open answers, and can be read only with its token.
 */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('evaluations_tags', (table) => {
      table.bigInteger('answer_id').notNullable()
      table.text('tag').notNullable()
      table.unique(['company_id', 'answer_id', 'tag'])
    })
    this.platformTable(
      'evaluations_links',
      (table) => {
        // SHA-256 of the token, so that reading the table does not reveal a working link.
        table.binary('token_hash').notNullable().unique()
        table.bigInteger('course_id').notNullable()
        table.text('note').notNullable().defaultTo('')
        table.jsonb('results').notNullable()
        table.timestamp('made_at').notNullable().defaultTo(this.now())
        table.timestamp('expires_at').notNullable()
      },
      { companiesMayRead: false },
    )
    // Visitors have no company. Anybody with the token gets the snapshot until it expires.
    this.schema.raw(`
      create function evaluations_shared(hash bytea) returns table (results jsonb, made_at timestamptz, expires_at timestamptz)
        language sql stable security definer set search_path = public, pg_temp as $$
        select l.results, l.made_at, l.expires_at from evaluations_links l where l.token_hash = hash and l.expires_at > now() $$;
      revoke all on function evaluations_shared(bytea) from public;
      grant execute on function evaluations_shared(bytea) to platform_tenant`)
  }

  async down() {
    this.schema.raw('drop function evaluations_shared(bytea)')
    this.schema.dropTable('evaluations_links')
    this.schema.dropTable('evaluations_tags')
  }
}
