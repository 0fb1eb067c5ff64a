import { TenantSchema } from '#core/kit/schema'

/**
 * A participant's complaint about a question of their exam, and the answer of an examiner. The row stores the question as it was asked, for
 * the examiner.
 */
export default class extends TenantSchema {
  async up() {
    this.tenantTable(
      'proctoring_complaints',
      (table) => {
        table.bigInteger('review_company_id').notNullable().references('id').inTable('core_companies').onDelete('CASCADE')
        table.bigInteger('recording_id').notNullable()
        table.integer('position').notNullable()
        table.text('question').notNullable()
        table.specificType('given', 'text[]').notNullable()
        table.specificType('right_answers', 'text[]').notNullable()
        table.text('text').notNullable()
        table.timestamp('created_at').notNullable().defaultTo(this.now())
        table.text('answer').nullable()
        table.bigInteger('answered_by').nullable()
        table.timestamp('answered_at').nullable()
        table.unique(['company_id', 'recording_id', 'position'])
      },
      { alsoVisibleTo: 'review_company_id' },
    )
    this.ownReference('proctoring_complaints', 'recording_id', 'proctoring_recordings')
    this.schema.raw(
      'create index proctoring_complaints_open on proctoring_complaints (review_company_id, created_at) where answered_at is null',
    )
  }

  async down() {
    this.schema.dropTable('proctoring_complaints')
  }
}
