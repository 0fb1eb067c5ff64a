import { TenantSchema } from '#core/kit/schema'

/**
 * For participants: whether reading may continue past a quiz that requires a computer, the picture of a course, and when the link of a
 * participation was mailed. Pictures are content, stored by their hash, for the platform (null) or one company.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.alterTable('learning_course_versions', (table) => {
      table.boolean('read_past_quizzes').notNullable().defaultTo(false)
      // { hash, width, height, alt: language → text }
      table.jsonb('picture').nullable()
    })
    this.schema.alterTable('learning_participations', (table) => {
      table.timestamp('link_mailed_at').nullable()
    })
    this.tenantTable(
      'learning_pictures',
      (table) => {
        table.text('hash').notNullable()
        table.text('content_type').notNullable().checkIn(['image/svg+xml', 'image/png', 'image/jpeg'])
        table.binary('content').notNullable()
      },
      { sharedRows: true },
    )
    this.schema.raw(`
      create function learning_refuse_picture() returns trigger language plpgsql as $$
      begin
        raise exception 'a picture is content: another one has another hash';
      end $$;
      alter table learning_pictures add constraint learning_pictures_hash unique nulls not distinct (company_id, hash);
      create trigger learning_pictures_published before update on learning_pictures for each row execute function learning_refuse_picture();
    `)
  }

  async down() {
    this.schema.dropTable('learning_pictures')
    this.schema.raw('drop function learning_refuse_picture()')
    this.schema.alterTable('learning_participations', (table) => table.dropColumn('link_mailed_at'))
    this.schema.alterTable('learning_course_versions', (table) => table.dropColumns('read_past_quizzes', 'picture'))
  }
}
