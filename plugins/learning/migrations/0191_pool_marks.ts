import { TenantSchema } from '#core/kit/schema'

/**
 * Marks of an editor on a question in the pool: extra tags, and whether it is no longer offered. Stored next to the question, because
 * published content never changes (0151), and by its key, so that they also apply to the next revision (decision 0191).
 */
export default class extends TenantSchema {
  async up() {
    this.tenantTable(
      'learning_pool_marks',
      (table) => {
        table.bigInteger('course_id').notNullable().references('id').inTable('learning_courses').onDelete('CASCADE')
        table.text('key').notNullable()
        table.specificType('tags', 'text[]').notNullable().defaultTo('{}')
        table.timestamp('archived_at').nullable()
        table.unique(['course_id', 'key'])
      },
      { sharedRows: true },
    )
  }

  async down() {
    this.schema.dropTable('learning_pool_marks')
  }
}
