import db from '@adonisjs/lucid/services/db'
import { today } from '#core/kit/days'
import { serviceOf } from '#core/kit/services'
import { skillsService } from '#plugins/skills/contract/index'
import { VISITS } from './entrances.js'
import { STATUS_SQL } from './visit_status.js'

interface VisitOf {
  entrance_id: number
  membership_id: number
}

const keyOf = ({ entrance_id: entrance, membership_id: member }: VisitOf) => `${entrance}:${member}`

/** Adds to each visit the names of the skills that its project requires and the person does not have today. A fixed number of statements. */
export async function withLacking<R extends VisitOf>(visits: readonly R[]): Promise<(R & { lacks: string[] })[]> {
  if (!visits.length) return []
  const asked: { entrance_id: number; skill_id: number }[] = await db
    .from('direct_access_requirements')
    .whereIn('entrance_id', [...new Set(visits.map(({ entrance_id: id }) => id))])
    .select('entrance_id', 'skill_id')
  const lacking = new Map<string, string[]>()
  if (asked.length) {
    const members = [...new Set(visits.map(({ membership_id: id }) => Number(id)))]
    const skills =
      (await (await serviceOf(skillsService))?.standing(members, [...new Set(asked.map((one) => one.skill_id))], today())) ?? []
    const entrancesOf = (skill: number) => asked.filter((one) => Number(one.skill_id) === Number(skill)).map((one) => one.entrance_id)
    for (const { membershipId, skillId, name } of skills.filter(({ held }) => !held))
      for (const entrance of entrancesOf(skillId)) {
        const key = keyOf({ entrance_id: entrance, membership_id: membershipId })
        lacking.set(key, [...(lacking.get(key) ?? []), name])
      }
  }
  return visits.map((visit) => ({ ...visit, lacks: lacking.get(keyOf(visit)) ?? [] }))
}

/**
 * Returns how many people with a valid instruction lack a skill that the project requires, today. Null if it requires none, or while skills
 * are switched off.
 */
export async function countLacking({ id, skill_ids: asked }: { id: number; skill_ids: readonly number[] }): Promise<number | null> {
  const skills = await serviceOf(skillsService)
  if (!skills || !asked.length) return null
  const done: { membership_id: number }[] = await db
    .from(`${VISITS} as v`)
    .where('v.entrance_id', id)
    .whereRaw(`${STATUS_SQL} = 'done'`, [today()])
    .distinct('v.membership_id')
  const members = done.map(({ membership_id: member }) => member)
  return (await skills.lacking(members, asked, today())).length
}
