import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Infer } from '@vinejs/vine/types'
import { orUniqueError } from '#core/kit/database'
import { serviceOf } from '#core/kit/services'
import type { Session } from '#core/kit/scope'
import { SKILL_STATES, type SkillState } from '../../contract/index.js'
import { learningService } from '#plugins/learning/contract/index'
import type { previewValidator } from '../validators/skills.js'
import { assertKnown, atSkill, findSkill, inSkillCompany, options, type SkillInput, writeSkill } from './skill_service.js'
import { STATE, stateDays } from './states.js'

/** Most people to return by name. */
const NAMED = 20

export interface Impact {
  /** The people it would be required of, and their states. */
  required: number
  states: Record<SkillState, number>
  /** People who have it today and would lose it. */
  lost: number
  /** People who would have it, required or not. */
  held: number
  /** The first people by name who would not have it. */
  people: { id: number; name: string; state: SkillState; valid_until: string | null }[]
  /** One course for each person who does not have the skill, or whose skill ended or ends soon. Null: no course gives it. */
  training: Training | null
}

interface Training {
  /** The first of the courses that give it. */
  course: number
  people: number
  minutes: number
  /** The catalogue price, without VAT; a contract may cover it. Null: it is not for sale. */
  cents: number | null
}

interface Cell {
  membership_id: number
  required: boolean
  origin: string | null
  valid_until: string | null
  due_on: string | null
  state: SkillState
  name: string
}

async function cellsOf(trx: TransactionClientContract, skill: number): Promise<Cell[]> {
  const { rows } = await trx.rawQuery<{ rows: Cell[] }>(
    `select c.membership_id, c.required, c.origin, c.valid_until, c.due_on, ${STATE} as state, m.full_name as name
       from skills_cells c join kit_members m on m.id = c.membership_id and m.status = 'active' and m.role = 'leerling'
      where c.skill_id = ? order by m.sort_name, c.membership_id`,
    [...stateDays(), skill],
  )
  return rows
}

const counts = ({ origin, state }: Cell) => origin !== null && state !== 'ended'

async function trainingOf(courses: readonly number[], people: number): Promise<Training | null> {
  const course = (await options('nl')).courses.find(({ id }) => id === courses[0])
  if (!course) return null
  const [offer] = (await (await serviceOf(learningService))?.offers([course.id])) ?? []
  return { course: course.id, people, minutes: course.minutes * people, cents: offer ? offer.priceCents * people : null }
}

/** Returns the effect of saving. Runs in the scope of the company. */
async function impact(id: number | null, input: SkillInput): Promise<Impact> {
  await assertKnown(input, id)
  const { wanting, ...changed } = await changeOf(id, input)
  return { ...changed, training: await trainingOf(input.courses, wanting) }
}

/**
 * Saves, reads the result and rolls back, so that the preview matches the save. Uses no other connection meanwhile: requests waiting for
 * the lock may hold all connections of the pool.
 * @returns also how many need a course
 */
async function changeOf(id: number | null, input: SkillInput): Promise<Omit<Impact, 'training'> & { wanting: number }> {
  const trx = await db.transaction()
  try {
    const before = new Set((id ? await cellsOf(trx, id) : []).filter(counts).map(({ membership_id: member }) => member))
    const cells = await cellsOf(trx, await orUniqueError({ skills_skills_name: 'name' }, () => writeSkill(trx, id, input)))
    const required = cells.filter((cell) => cell.required)
    const wanting = required.filter(({ state }) => state !== 'valid')
    const held = cells.filter(counts)
    for (const { membership_id: member } of held) before.delete(member)
    return {
      required: required.length,
      states: Object.fromEntries(
        SKILL_STATES.map((state) => [state, required.filter((cell) => cell.state === state).length]),
      ) as Impact['states'],
      lost: before.size,
      held: held.length,
      people: wanting
        .slice(0, NAMED)
        .map(({ membership_id: member, name, state, valid_until }) => ({ id: member, name, state, valid_until })),
      wanting: wanting.length,
    }
  } finally {
    await trx.rollback()
  }
}

/** Returns the effect of saving a skill with its rules. @throws AppError 404; 422 as the save itself */
export function preview(session: Session, { company, skill, ...input }: Infer<typeof previewValidator>): Promise<Impact> {
  if (!skill) return inSkillCompany(session, company, 'preview', () => impact(null, input))
  return atSkill(session, skill, 'preview', async () => {
    await findSkill(skill)
    return impact(skill, input)
  })
}
