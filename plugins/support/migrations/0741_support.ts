import { TenantSchema } from '#core/kit/schema'

/** Questions to support from people and visitors, and who saw the tour. */
export default class extends TenantSchema {
  async up() {
    this.tenantTable(
      'support_questions',
      (table) => {
        // Null: asked by a visitor or by an admin, who is not a member of a company.
        table.bigInteger('membership_id').nullable()
        table.text('full_name').notNullable()
        table.text('email').notNullable()
        table.text('page').notNullable()
        table.text('browser').notNullable()
        table.text('sent_to').notNullable()
        table.text('subject').notNullable()
        table.text('message').notNullable()
        table.text('course_shortname').nullable()
        table.text('status').notNullable().defaultTo('open').checkIn(['open', 'answered', 'closed'])
        table.timestamp('created_at').notNullable().defaultTo(this.now())
      },
      { platformRows: true },
    )
    this.ownReference('support_questions', 'membership_id', 'core_memberships')
    this.tenantTable('support_tours', (table) => {
      table.bigInteger('membership_id').notNullable()
      table.timestamp('seen_at').notNullable().defaultTo(this.now())
      table.unique(['company_id', 'membership_id'])
    })
    this.ownReference('support_tours', 'membership_id', 'core_memberships')
    this.schema.raw(`
      create index support_questions_new on support_questions (created_at desc);
      create index support_questions_member on support_questions (company_id, membership_id);
    `)
  }

  async down() {
    this.schema.dropTable('support_tours')
    this.schema.dropTable('support_questions')
  }
}
