import { defineEvent } from '#core/contract/events'

/** Steps of a flow started for somebody, all at the same moment. */
export const stepsStarted = defineEvent<{ personId: number; membershipId: number; flow: string; participationIds: number[] }>(
  'flows.steps.started',
)

/** Somebody is through a flow. */
export const flowFinished = defineEvent<{ personId: number; membershipId: number; flow: string; round: number; finishedOn: string }>(
  'flows.flow.finished',
)
