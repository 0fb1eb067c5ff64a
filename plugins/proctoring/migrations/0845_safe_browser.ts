import { TenantSchema } from '#core/kit/schema'

/**
 * Safe Exam Browser: the Browser Exam Keys that an exam accepts, entered by admins, and whether a recording requires it. An exam is
 * identified by its course and the key of its quiz, which are the same in all versions.
 */
export default class extends TenantSchema {
  async up() {
    this.platformTable(
      'proctoring_exam_browsers',
      (table) => {
        table.bigInteger('course_id').notNullable()
        table.text('activity_key').notNullable()
        table.specificType('keys', 'text[]').notNullable().defaultTo('{}')
        table.timestamp('updated_at').notNullable().defaultTo(this.now())
        table.unique(['course_id', 'activity_key'])
      },
      { companiesMayRead: true },
    )
    this.schema.alterTable('proctoring_recordings', (table) => {
      table.bigInteger('course_id').nullable()
      table.text('activity_key').nullable()
      table.boolean('safe_browser').notNullable().defaultTo(false)
    })
  }

  async down() {
    this.schema.alterTable('proctoring_recordings', (table) => table.dropColumns('course_id', 'activity_key', 'safe_browser'))
    this.schema.dropTable('proctoring_exam_browsers')
  }
}
