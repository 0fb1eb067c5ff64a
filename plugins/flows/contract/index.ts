import { defineEvent } from '#core/contract/events'

/** Steps of a flow started for a person, all at the same time. */
export const stepsStarted = defineEvent<{ personId: number; membershipId: number; flow: string; participationIds: number[] }>(
  'flows.steps.started',
)

/** A person finished a flow. */
export const flowFinished = defineEvent<{ personId: number; membershipId: number; flow: string; round: number; finishedOn: string }>(
  'flows.flow.finished',
)
