import { TenantSchema } from '#core/kit/schema'

/**
 * What an editor says of a question as a thing of the pool: more tags, and that it is offered no more. Beside the question, which is
 * published content and never changes (0151); by its key, so that it holds for the next revision too (decision 0191).
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
