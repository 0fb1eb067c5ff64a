import { TenantSchema } from '#core/kit/schema'

/** For plugins that show opinions: the questions and answers of evaluations. The columns of both views stay (contract/evaluations.ts). */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create view learning_evaluation_facts with (security_invoker = true) as
        select e.id, e.company_id, p.membership_id, p.course_id, p.version_id, v.number as version, coalesce(p.language, '') as language,
               a.key as activity_key, e.question_key, e.value, e.saved_at
          from learning_evaluation_answers e
          join learning_participations p on p.company_id = e.company_id and p.id = e.participation_id
          join learning_activities a on a.id = e.activity_id
          join learning_course_versions v on v.id = p.version_id;
      create view learning_evaluation_questions with (security_invoker = true) as
        select a.version_id, v.course_id, v.name as course_name, v.number as version, a.company_id, a.key as activity_key, a.position, q.place::int as place,
               q.question ->> 'key' as question_key, q.question ->> 'type' as type, q.question -> 'text' as text, q.question -> 'answers' as answers
          from learning_activities a
          join learning_course_versions v on v.id = a.version_id
          cross join lateral jsonb_array_elements(a.settings -> 'questions') with ordinality as q (question, place)
         where a.type = 'evaluation';
      grant select on learning_evaluation_facts, learning_evaluation_questions to platform_tenant, platform_across`)
  }

  async down() {
    this.schema.raw('drop view learning_evaluation_questions; drop view learning_evaluation_facts')
  }
}
