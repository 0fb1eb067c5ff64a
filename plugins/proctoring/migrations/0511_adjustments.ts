import { TenantSchema } from '#core/kit/schema'

/**
 * Extra time that a supervisor granted a person for recorded quizzes. The reason is not stored, because it may reveal something about their
 * health.
 */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('proctoring_adjustments', (table) => {
      table.bigInteger('membership_id').notNullable()
      // Percent of the time of a quiz.
      table.integer('extra_time').notNullable()
      table.timestamp('updated_at').notNullable().defaultTo(this.now())
      table.unique(['company_id', 'membership_id'])
    })
    this.ownReference('proctoring_adjustments', 'membership_id', 'core_memberships')
    this.schema.raw(
      'alter table proctoring_adjustments add constraint proctoring_adjustments_extra_time check (extra_time between 1 and 100)',
    )
  }

  async down() {
    this.schema.dropTable('proctoring_adjustments')
  }
}
