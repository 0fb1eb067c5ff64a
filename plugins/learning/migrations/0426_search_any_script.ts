import { TenantSchema } from '#core/kit/schema'

export const renewedWords = `
  alter table learning_course_versions disable trigger user;
  update learning_course_versions set name = name where name_words is distinct from learning_words_of(name);
  alter table learning_course_versions enable trigger user;
  update learning_courses c set offer_words = v.name_words from learning_course_versions v
   where v.id = c.offer_version_id and c.offer_words is distinct from v.name_words`

/** Courses are found by name in any script, including versions that were published before `search_key` supported it. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(renewedWords)
  }

  async down() {
    // The words are the result of the function, so they stay.
  }
}
