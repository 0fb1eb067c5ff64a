import { TenantSchema } from '#core/kit/schema'

/**
 * The lesson that explains a question: the key of an activity of the same course. Null: the lesson of the quiz, or the lesson before it.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw('alter table learning_questions add column lesson_key text')
  }

  async down() {
    this.schema.raw('alter table learning_questions drop column lesson_key')
  }
}
