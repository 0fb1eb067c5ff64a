import { TenantSchema } from '#core/kit/schema'

/** Landing pages of the platform: drafts and published versions. */
export default class extends TenantSchema {
  async up() {
    this.platformTable(
      'landing_pages_drafts',
      (table) => {
        table.text('page').notNullable().unique()
        // LandingContent in blocks.ts.
        table.jsonb('content').notNullable()
        table.timestamp('updated_at').notNullable().defaultTo(this.now())
      },
      { companiesMayRead: false },
    )
    // Visitors see the newest version. Versions are immutable.
    this.platformTable(
      'landing_pages_versions',
      (table) => {
        table.text('page').notNullable()
        table.integer('number').notNullable()
        table.jsonb('content').notNullable()
        table.timestamp('published_at').notNullable().defaultTo(this.now())
        table.unique(['page', 'number'])
      },
      { companiesMayRead: true },
    )
  }

  async down() {
    this.schema.dropTable('landing_pages_versions')
    this.schema.dropTable('landing_pages_drafts')
  }
}
