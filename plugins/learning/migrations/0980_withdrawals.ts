import { TenantSchema } from '#core/kit/schema'

/**
 * Questions that were withdrawn after people answered them. A withdrawal refers to a revision, because a question never changes (0151).
 * Each company marks its own attempts again and stores how far it got (decision 0380).
 */
export default class extends TenantSchema {
  async up() {
    this.tenantTable(
      'learning_withdrawals',
      (table) => {
        table.bigInteger('question_id').notNullable().references('id').inTable('learning_questions').onDelete('CASCADE')
        // Participants read it.
        table.text('reason').notNullable()
        // False: no grade becomes lower.
        table.boolean('also_fails').notNullable().defaultTo(false)
        table.timestamp('created_at').notNullable().defaultTo(this.now())
        table.unique(['question_id'])
      },
      { sharedRows: true },
    )
    this.tenantTable('learning_withdrawals_marked', (table) => {
      table.bigInteger('withdrawal_id').notNullable().references('id').inTable('learning_withdrawals').onDelete('CASCADE')
      // Participations up to this id are done.
      table.bigInteger('last_participation_id').notNullable().defaultTo(0)
      table.integer('changed').notNullable().defaultTo(0)
      table.integer('passed').notNullable().defaultTo(0)
      table.integer('failed').notNullable().defaultTo(0)
      table.timestamp('finished_at').nullable()
      table.unique(['company_id', 'withdrawal_id'])
    })
  }

  async down() {
    this.schema.dropTable('learning_withdrawals_marked')
    this.schema.dropTable('learning_withdrawals')
  }
}
