import { BaseSchema } from '@adonisjs/lucid/schema'

const SOURCES = ['assigned', 'group', 'direct', 'flow', 'booking', 'lti']

/** Who gave the course. With `group`, only groups gave it, and leaving them withdraws it. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table learning_participations drop constraint learning_participations_source_check;
      alter table learning_participations add constraint learning_participations_source_check
        check (source in (${SOURCES.map((source) => `'${source}'`).join(', ')}))`)
  }

  async down() {
    throw new Error('What groups gave would have no source.')
  }
}
