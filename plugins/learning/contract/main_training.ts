import { OPEN_STATUSES, type ParticipationStatus } from './states.js'

interface Goes {
  status: ParticipationStatus
  next: unknown
}

/** The open trainings, in the given order. */
export const openTrainings = <T extends Goes>(trainings: readonly T[]): T[] =>
  trainings.filter(({ status }) => OPEN_STATUSES.includes(status))

/**
 * The training to continue with: one in progress comes before a new one. Trainings that wait for new attempts or a supervisor block
 * neither.
 */
export function mainTraining<T extends Goes>(trainings: readonly T[]): T | undefined {
  const open = openTrainings(trainings)
  const goesOn = open.filter(({ status, next }) => status !== 'busy' || next !== null)
  return goesOn.find(({ status }) => status === 'busy') ?? goesOn[0] ?? open[0]
}
