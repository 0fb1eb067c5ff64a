import { TenantSchema } from '#core/kit/schema'

/** An attempt keeps the language in which it started for its questions, answers and grading, also if the person switches language. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw('alter table learning_attempts add column language text')
    this.schema.raw(
      `update learning_attempts a set language = p.language from learning_participations p where p.company_id = a.company_id and p.id = a.participation_id`,
    )
  }

  async down() {
    this.schema.raw('alter table learning_attempts drop column language')
  }
}
