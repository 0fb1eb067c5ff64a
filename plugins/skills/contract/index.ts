import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineService } from '#core/contract/services'
import { defineStatuses } from '#core/contract/statuses'

/**
 * The state of a person's skill. `starting`: a new person who does not have it yet and whose due date is still to come. `ending`: it is
 * valid today and ends within SOON_DAYS. A person who neither has nor needs the skill has no state.
 */
export const SKILL_STATES = ['valid', 'ending', 'starting', 'ended', 'missing'] as const
export type SkillState = (typeof SKILL_STATES)[number]

/** Days before the end of a skill from which its renewal should be planned. */
export const SOON_DAYS = 60
/** Horizon of the planning, in days. */
export const HORIZON_DAYS = 365

/** The origins of a skill; `hand`: a supervisor entered it on the person's page. */
export const ORIGINS = ['course', 'external', 'hand'] as const
export type Origin = (typeof ORIGINS)[number]

export const skillStatuses = defineStatuses('skills.state', {
  valid: ['success', 'success'],
  ending: ['warning', 'waiting'],
  starting: ['info', 'planned'],
  ended: ['error', 'expired'],
  missing: ['error', 'absent'],
})

/** The service for other plugins. Runs in the scope of one company. */
export interface SkillsService {
  /** The company's skills, by name. */
  skills(): Promise<{ id: number; name: string }[]>
  /** The same, each with whether this person has it today. */
  skillsOf(
    membershipId: number,
    client?: Pick<TransactionClientContract, 'rawQuery'>,
  ): Promise<{ id: number; name: string; held: boolean }[]>
  /** The states of these skills for these people on a day: a row for each person and skill with a cell, skills by name. */
  standing(
    membershipIds: readonly number[],
    skillIds: readonly number[],
    day: string,
  ): Promise<{ membershipId: number; skillId: number; name: string; held: boolean; validUntil: string | null }[]>
  /** Those of these people who do not have all of these skills on a day. */
  lacking(membershipIds: readonly number[], skillIds: readonly number[], day: string): Promise<number[]>
  /** Returns the courses that give these skills, and the course whose exam gives them. */
  waysTo(skillIds: readonly number[]): Promise<{ skillId: number; courseIds: number[]; examCourseId: number | null }[]>
}

export const skillsService = defineService<SkillsService>('skills.service')
