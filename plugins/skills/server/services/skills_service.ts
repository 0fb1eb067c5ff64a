import db from '@adonisjs/lucid/services/db'
import { today } from '#core/kit/days'
import type { SkillsService } from '../../contract/index.js'

/** What other plugins use, through the token of the contract. */
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
}
