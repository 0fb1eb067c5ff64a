import { TenantSchema } from '#core/kit/schema'

/**
 * A version stores its source document (texts in Markdown). A course has at most one draft of its next version, stored in parts, so that
 * two people can edit different activities at once. Like the course, a draft belongs to the platform (null) or to one company.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.alterTable('learning_course_versions', (table) => {
      // The CourseSource of server/course_import/course_types.ts. Null: published before this column existed.
      table.jsonb('source').nullable()
    })
    this.tenantTable(
      'learning_drafts',
      (table) => {
        table.bigInteger('course_id').notNullable().unique().references('id').inTable('learning_courses').onDelete('CASCADE')
        // The number of the version on which the draft is based. Null if the course has no version yet.
        table.integer('based_on').nullable()
        // The draft starts as a copy of that version. It has no changes until a part is changed.
        table.boolean('is_copy').notNullable().defaultTo(false)
        table.timestamp('created_at').notNullable().defaultTo(this.now())
      },
      // Companies may not read the next version of a platform course before it is published.
      { platformRows: true },
    )
    this.tenantTable(
      'learning_draft_parts',
      (table) => {
        table.bigInteger('draft_id').notNullable().references('id').inTable('learning_drafts').onDelete('CASCADE')
        table.text('kind').notNullable().checkIn(['course', 'outline', 'activity', 'question', 'picture'])
        // `<activity>/<question>` for a question, the path for a picture, and empty for kinds that occur once.
        table.text('key').notNullable()
        table.jsonb('content').notNullable()
        table.integer('revision').notNullable().defaultTo(1)
        // Who saved it last: the id of a member, or the name of an admin, who has no membership.
        table.bigInteger('membership_id').nullable()
        table.text('admin_name').nullable()
        table.timestamp('updated_at').notNullable().defaultTo(this.now())
        table.unique(['draft_id', 'kind', 'key'])
      },
      // Companies may not read the next version of a platform course before it is published.
      { platformRows: true },
    )
    // For question statistics: the latest attempts at an activity, of one company or all.
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
