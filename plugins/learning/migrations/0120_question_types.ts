import { TenantSchema } from '#core/kit/schema'

// The question types of 0101; the current ones are in question_types/index.ts.
const BEFORE = ['single', 'multiple', 'true_false']
const NOW = [...BEFORE, 'order', 'match', 'hotspot', 'short_text', 'number']

const check = (types: readonly string[]) => `
  alter table learning_questions drop constraint learning_questions_type_check;
  alter table learning_questions add constraint learning_questions_type_check check (type in (${types.map((type) => `'${type}'`).join(', ')}))`

/**
 * More question types, their settings in addition to the answers, a picture with a text per question, and tags. An attempt at a quiz with a
 * time limit stores when it ends.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(check(NOW))
    this.schema.alterTable('learning_questions', (table) => {
      table.jsonb('content').notNullable().defaultTo('{}')
      // { hash, width, height, alt: language → text }
      table.jsonb('picture').nullable()
      table.specificType('tags', 'text[]').notNullable().defaultTo('{}')
    })
    this.schema.alterTable('learning_attempts', (table) => {
      table.timestamp('ends_at').nullable()
    })
    this.schema.raw(
      `create index learning_attempts_ending on learning_attempts (company_id, ends_at) where status = 'busy' and ends_at is not null`,
    )
  }

  async down() {
    this.schema.alterTable('learning_attempts', (table) => table.dropColumn('ends_at'))
    this.schema.alterTable('learning_questions', (table) => table.dropColumns('content', 'picture', 'tags'))
    this.schema.raw(check(BEFORE))
  }
}
