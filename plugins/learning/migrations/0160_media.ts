import { TenantSchema } from '#core/kit/schema'

/**
 * Videos, captions and packages of courses are content, stored by their hash, for the platform (null) or one company. Also stores which
 * parts of a video a person watched.
 */
export default class extends TenantSchema {
  async up() {
    this.tenantTable(
      'learning_media',
      (table) => {
        table.text('hash').notNullable()
        table.text('kind').notNullable().checkIn(['video', 'captions', 'package'])
        table.text('content_type').notNullable()
        table.bigInteger('size').notNullable()
        // Large content is a file. Captions are a few lines.
        table.bigInteger('file_id').nullable().references('id').inTable('core_files')
        table.binary('content').nullable()
      },
      { sharedRows: true },
    )
    this.schema.raw(`
      alter table learning_media add constraint learning_media_hash unique nulls not distinct (company_id, hash);
      create trigger learning_media_published before update on learning_media for each row execute function learning_refuse_picture();
      alter table learning_draft_parts drop constraint if exists learning_draft_parts_kind_check;
      alter table learning_draft_parts drop constraint if exists learning_draft_parts_kind_1;
      alter table learning_draft_parts add constraint learning_draft_parts_kind_check
        check (kind in ('course', 'outline', 'activity', 'question', 'picture', 'media'));
    `)
    this.tenantTable('learning_video_views', (table) => {
      table.bigInteger('participation_id').notNullable()
      table.bigInteger('activity_id').notNullable().references('id').inTable('learning_activities')
      // The video on the page: LessonVideo.key.
      table.text('video').notNullable()
      // The watched parts, in milliseconds. PostgreSQL merges them.
      table.specificType('covered', 'int4multirange').notNullable().defaultTo('{}')
      // Where the video was stopped, in milliseconds.
      table.integer('position').notNullable().defaultTo(0)
      // How many more milliseconds of video can be reported, as of reported_at. Nobody can watch more video than the time that has passed.
      table.integer('credit').notNullable().defaultTo(0)
      table.timestamp('reported_at').notNullable().defaultTo(this.now())
      table.unique(['company_id', 'participation_id', 'activity_id', 'video'])
    })
    this.ownReference('learning_video_views', 'participation_id', 'learning_participations')
  }

  async down() {
    this.schema.dropTable('learning_video_views')
    this.schema.dropTable('learning_media')
  }
}
