import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineService } from '#core/contract/services'
import { defineStatuses } from '#core/contract/statuses'

/**
 * How somebody stands with a skill. `starting`: they are new and do not have it yet, and the day by which they need it is still to come. `ending`: it counts today and ends within SOON_DAYS. Who neither has nor needs it has no state.
 */
export const SKILL_STATES = ['valid', 'ending', 'starting', 'ended', 'missing'] as const
export type SkillState = (typeof SKILL_STATES)[number]

/** A skill that ends within so many days is time to plan. */
export const SOON_DAYS = 60
/** So far ahead the calendar of what is to be done looks, in days. */
export const HORIZON_DAYS = 365

/** Where a skill came from; `hand`: a supervisor wrote its name on the person's page. */
export const ORIGINS = ['course', 'external', 'hand'] as const
export type Origin = (typeof ORIGINS)[number]

export const skillStatuses = defineStatuses('skills.state', {
  valid: ['success', 'success'],
  ending: ['warning', 'waiting'],
  starting: ['info', 'planned'],
  ended: ['error', 'expired'],
  missing: ['error', 'absent'],
})

/** What other plugins may ask of skills. Runs in the scope of one company. */
export interface SkillsService {
  /** The company's skills, by name. */
  skills(): Promise<{ id: number; name: string }[]>
  /** The same, each with whether this person has it today. */
  skillsOf(
    membershipId: number,
    client?: Pick<TransactionClientContract, 'rawQuery'>,
  ): Promise<{ id: number; name: string; held: boolean }[]>
  /** How these people stand with these skills on a day: a row for each person and skill that there is, skills by name. */
  standing(
    membershipIds: readonly number[],
    skillIds: readonly number[],
    day: string,
  ): Promise<{ membershipId: number; skillId: number; name: string; held: boolean; validUntil: string | null }[]>
  /** What leads to these skills: courses that give them, and the course whose exam does. */
  waysTo(skillIds: readonly number[]): Promise<{ skillId: number; courseIds: number[]; examCourseId: number | null }[]>
}

export const skillsService = defineService<SkillsService>('skills.service')
