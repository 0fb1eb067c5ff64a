import { TenantSchema } from '#core/kit/schema'

/**
 * The course whose exam gives a skill, such as B-VCA. A person without the skill is directed to the next free seat. The course belongs to
 * learning.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw('alter table skills_skills add column exam_course_id bigint')
  }

  async down() {
    this.schema.raw('alter table skills_skills drop column exam_course_id')
  }
}
