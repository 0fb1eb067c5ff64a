import { OPEN_STATUSES, type ParticipationStatus } from './states.js'

interface Goes {
  status: ParticipationStatus
  next: unknown
}

/** Of one's own trainings those that are open, in their order. */
export const openTrainings = <T extends Goes>(trainings: readonly T[]): T[] =>
  trainings.filter(({ status }) => OPEN_STATUSES.includes(status))

/**
 * Where somebody goes on: what one is busy with comes before what is new; what waits, for new attempts or a supervisor, stands in the way of
 * neither.
 */
export function mainTraining<T extends Goes>(trainings: readonly T[]): T | undefined {
  const open = openTrainings(trainings)
  const goesOn = open.filter(({ status, next }) => status !== 'busy' || next !== null)
  return goesOn.find(({ status }) => status === 'busy') ?? goesOn[0] ?? open[0]
}
