import type { ValuesOf } from '#core/contract/settings'
import type { NormStatus } from './kinds.js'
import type { toolboxSettings } from './settings.js'

/** The norm of a company for each person in a calendar year. */
export interface Norm {
  /** Minimum number of meetings that a person attends. */
  attend: number
  /** Minimum number of meetings that the company holds. */
  of: number
  /** Whether at least half of `attend`, rounded up, has to be in person. */
  halfInPerson: boolean
}

/** From one trade source, November 2026; to be confirmed. The company settings say so; "own" uses the company's own numbers. */
export const PRESETS = {
  vca_1: { attend: 3, of: 4, halfInPerson: false },
  vca_2: { attend: 7, of: 10, halfInPerson: true },
} as const satisfies Record<string, Norm>

/** The norm that a company chose, or null if it chose none. Pure. */
export function normOf(settings: ValuesOf<typeof toolboxSettings>): Norm | null {
  if (settings.norm === 'none') return null
  if (settings.norm !== 'own') return PRESETS[settings.norm]
  return { attend: settings.norm_attend, of: settings.norm_of, halfInPerson: settings.norm_half_in_person }
}

/** Returns the number of attended meetings that must be in person. Pure. */
export const inPersonNeeded = ({ attend, halfInPerson }: Norm): number => (halfInPerson ? Math.ceil(attend / 2) : 0)

/** A person's status in a year. Pure. */
export function standingOf(norm: Norm | null, { attended, in_person }: { attended: number; in_person: number }): NormStatus {
  if (!norm) return 'none'
  return attended >= norm.attend && in_person >= inPersonNeeded(norm) ? 'met' : 'not_yet'
}
