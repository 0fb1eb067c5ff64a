import { TenantSchema } from '#core/kit/schema'

/**
 * Editing: a version keeps the document that it was made of (texts in Markdown), and a course has at most one draft of the
 * next, in parts, so that two people in different activities do not meet. Like the course, a draft is the platform's (null) or one company's.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.alterTable('learning_course_versions', (table) => {
      // The CourseSource of server/course_import/course_types.ts. Null: published before there was one.
      table.jsonb('source').nullable()
    })
    this.tenantTable(
      'learning_drafts',
      (table) => {
        table.bigInteger('course_id').notNullable().unique().references('id').inTable('learning_courses').onDelete('CASCADE')
        // Number of the version that it was opened from; null for a course that has none yet.
        table.integer('based_on').nullable()
        // It began as that version is: until somebody changes a part there is nothing in it.
        table.boolean('is_copy').notNullable().defaultTo(false)
        table.timestamp('created_at').notNullable().defaultTo(this.now())
      },
      // The platform's next version is nobody's to read before it is published.
      { platformRows: true },
    )
    this.tenantTable(
      'learning_draft_parts',
      (table) => {
        table.bigInteger('draft_id').notNullable().references('id').inTable('learning_drafts').onDelete('CASCADE')
        table.text('kind').notNullable().checkIn(['course', 'outline', 'activity', 'question', 'picture'])
        // Of a question `<activity>/<question>`, of a picture its path; empty where there is one of the kind.
        table.text('key').notNullable()
        table.jsonb('content').notNullable()
        table.integer('revision').notNullable().defaultTo(1)
        // Who saved it last: a member by id, an admin of the platform, who has no membership, by name.
        table.bigInteger('membership_id').nullable()
        table.text('admin_name').nullable()
        table.timestamp('updated_at').notNullable().defaultTo(this.now())
        table.unique(['draft_id', 'kind', 'key'])
      },
      // The platform's next version is nobody's to read before it is published.
      { platformRows: true },
    )
    // Statistics of a course's questions: its latest attempts, of one company or all.
    this.schema.raw('create index learning_attempts_activity on learning_attempts (activity_id, company_id, id)')
    this.ownReference('learning_draft_parts', 'membership_id', 'core_memberships', 'set null')
  }

  async down() {
    this.schema.raw('drop index learning_attempts_activity')
    this.schema.dropTable('learning_draft_parts')
    this.schema.dropTable('learning_drafts')
    this.schema.alterTable('learning_course_versions', (table) => table.dropColumn('source'))
  }
}
