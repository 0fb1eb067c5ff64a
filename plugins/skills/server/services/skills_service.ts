import db from '@adonisjs/lucid/services/db'
import { today } from '#core/kit/days'
import type { SkillsService } from '../../contract/index.js'

/** The service of the contract, for other plugins. */
export const service: SkillsService = {
  skills: () => db.from('skills_skills').orderByRaw('lower(name)').select('id', 'name'),
  async skillsOf(membershipId, client = db) {
    const { rows } = await client.rawQuery<{ rows: { id: number; name: string; held: boolean }[] }>(
      `select s.id, s.name, coalesce(c.origin is not null and (c.valid_until is null or c.valid_until >= ?::date), false) as held
         from skills_skills s left join skills_cells c on c.skill_id = s.id and c.company_id = s.company_id and c.membership_id = ?
        order by lower(s.name)`,
      [today(), membershipId],
    )
    return rows
  },
  async standing(membershipIds, skillIds, day) {
    const { rows } = await db.rawQuery<{
      rows: { membershipId: number; skillId: number; name: string; held: boolean; validUntil: string | null }[]
    }>(
      `select m.id as "membershipId", s.id as "skillId", s.name, c.valid_until::text as "validUntil",
              coalesce(c.origin is not null and (c.valid_until is null or c.valid_until >= ?::date), false) as held
         from kit_members m join skills_skills s on s.company_id = m.company_id
         left join skills_cells c on c.company_id = m.company_id and c.membership_id = m.id and c.skill_id = s.id
        where m.id = any(?::bigint[]) and s.id = any(?::bigint[]) order by s.search_text, s.id, m.id`,
      [day, [...membershipIds], [...skillIds]] as never,
    )
    return rows
  },
  async lacking(membershipIds, skillIds, day) {
    const { rows } = await db.rawQuery<{ rows: { id: number }[] }>(
      `select m.id from kit_members m where m.id = any(?::bigint[]) and exists (
         select 1 from skills_skills s where s.company_id = m.company_id and s.id = any(?::bigint[]) and not exists (
           select 1 from skills_cells c where c.company_id = m.company_id and c.membership_id = m.id and c.skill_id = s.id
              and c.origin is not null and (c.valid_until is null or c.valid_until >= ?::date)))`,
      [[...membershipIds], [...skillIds], day] as never,
    )
    return rows.map(({ id }) => id)
  },
  async waysTo(skillIds) {
    const { rows } = await db.rawQuery<{ rows: { skillId: number; courseIds: number[]; examCourseId: number | null }[] }>(
      `select s.id as "skillId", s.exam_course_id as "examCourseId",
              array(select o.course_id from skills_sources o where o.company_id = s.company_id and o.skill_id = s.id
                     and o.course_id is not null and not o.renews_only order by o.id) as "courseIds"
         from skills_skills s where s.id = any(?::bigint[]) order by s.id`,
      [[...skillIds]] as never,
    )
    return rows
  },
}
