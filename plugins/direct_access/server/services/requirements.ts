import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { invalid } from '#core/contract/errors'
import type { Day } from '#core/kit/days'
import { currentCompanyId } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { skillsService } from '#plugins/skills/contract/index'
import { ENTRANCES, VISITS } from './entrances.js'

const TABLE = 'direct_access_requirements'

/** One requirement of a project, and whether a person meets it on a day. */
export interface Check {
  /** The project's own instruction, or a skill. */
  kind: 'instruction' | 'skill'
  skill: number | null
  /** For a skill; the instruction has none. */
  name: string | null
  ok: boolean
  /** The last day on which it is valid; null: not held, or without an end. */
  until: Day | null
}

/** Returns the skills that a project can require; none while skills are switched off. */
export const skillOptions = async (): Promise<{ id: number; name: string }[]> => (await (await serviceOf(skillsService))?.skills()) ?? []

/** The skills that an entrance requires, in the running scope. */
export async function requiredSkills(entrance: number): Promise<number[]> {
  const rows: { skill_id: number }[] = await db.from(TABLE).where('entrance_id', entrance).orderBy('id').select('skill_id')
  return rows.map(({ skill_id: id }) => id)
}

/** @throws AppError 422 on `skill_ids` (enum) for one that the company does not have; existing ones are accepted */
export async function assertAskable(ids: readonly number[], before: readonly number[]): Promise<void> {
  const fresh = ids.filter((id) => !before.includes(id))
  if (!fresh.length) return
  const known = new Set((await skillOptions()).map(({ id }) => id))
  if (!fresh.every((id) => known.has(id))) throw invalid('skill_ids', 'enum')
}

export async function saveRequiredSkills(trx: TransactionClientContract, entrance: number, ids: readonly number[]): Promise<void> {
  await trx.from(TABLE).where('entrance_id', entrance).delete()
  if (ids.length)
    await trx.table(TABLE).multiInsert(ids.map((skill_id) => ({ company_id: currentCompanyId(), entrance_id: entrance, skill_id })))
}

/**
 * Checks people against all requirements of a project on a day. A fixed number of statements.
 * @returns membership → its checks, the instruction first
 */
export async function checksOf(
  { id, course_ids: courses }: { id: number; course_ids: readonly number[] },
  members: readonly number[],
  day: Day,
): Promise<Map<number, Check[]>> {
  const done = await db
    .from(VISITS)
    .where('entrance_id', id)
    .whereIn('membership_id', [...members])
    .whereIn('course_id', [...courses])
    .whereNotNull('done_at')
    .select('membership_id', 'valid_until')
  const untilOf = new Map<number, Day | null>()
  for (const { membership_id: member, valid_until: until } of done as { membership_id: number; valid_until: Day | null }[])
    untilOf.set(member, until)
  const asked = await requiredSkills(id)
  const skills = (await (await serviceOf(skillsService))?.standing(members, asked, day)) ?? []
  return new Map(
    members.map((member) => {
      const until = untilOf.get(member) ?? null
      const instruction: Check = {
        ...{ kind: 'instruction', skill: null, name: null, until },
        ok: untilOf.has(member) && (until === null || until >= day),
      }
      const own = skills
        .filter((one) => one.membershipId === member)
        .map(({ skillId, name, held, validUntil }): Check => ({ kind: 'skill', skill: skillId, name, ok: held, until: validUntil }))
      return [member, [instruction, ...own]]
    }),
  )
}

/** Erases the data about visitors of projects, the configured number of months after their end. In the running company's scope. */
export async function eraseEnded(day: Day): Promise<void> {
  await db.rawQuery(
    `delete from ${VISITS} v using ${ENTRANCES} e
      where e.company_id = v.company_id and e.id = v.entrance_id and e.kind = 'project'
        and (e.ends_on + make_interval(months => e.erase_months))::date < ?::date`,
    [day],
  )
}
