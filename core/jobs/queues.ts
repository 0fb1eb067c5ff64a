import type { JobDefinition } from '../contract/plugin.js'
import { pluginRegistry } from '../plugins/registry.js'

/** The queue that delivers events to listeners. */
export const LISTENER_QUEUE = 'core.listener'
/** The queue of jobs that failed for good, until somebody retries them (core/jobs/dead_letters.ts). */
export const DEAD_LETTER_QUEUE = 'core.dead_letters'

/** The default timeout of one run, in seconds. */
const DEFAULT_LIMIT_SECONDS = 60
/** Completed jobs are deleted after this. Jobs that failed for good are kept as dead letters. */
const DONE_SECONDS = 2 * 3600
/** Retention of dead letters. */
const DEAD_LETTER_SECONDS = 90 * 86_400

type Limits = Pick<JobDefinition, 'retry' | 'limitSeconds' | 'heartbeatSeconds'>

/** Jobs with a long timeout send a heartbeat each minute, so that those of a killed process are retried soon. */
const LONG_SECONDS = 600
const HEARTBEAT_SECONDS = 60

/** A queue's settings from its job definition. Pure. */
const optionsOf = ({
  retry = 5,
  limitSeconds = DEFAULT_LIMIT_SECONDS,
  heartbeatSeconds = limitSeconds >= LONG_SECONDS ? HEARTBEAT_SECONDS : undefined,
}: Limits) => ({
  retryLimit: retry,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 900,
  // Jobs of a killed process are retried after this, or sooner with a heartbeat.
  expireInSeconds: limitSeconds,
  ...(heartbeatSeconds ? { heartbeatSeconds } : {}),
  deleteAfterSeconds: DONE_SECONDS,
  deadLetter: DEAD_LETTER_QUEUE,
  notify: true,
})

/** Every queue with its settings; the dead-letter queue comes first. */
export function queues(): { name: string; options: object }[] {
  return [
    { name: DEAD_LETTER_QUEUE, options: { retentionSeconds: DEAD_LETTER_SECONDS, retryLimit: 0 } },
    { name: LISTENER_QUEUE, options: optionsOf({ retry: 8 }) },
    ...pluginRegistry().jobs.map((job) => ({ name: job.name, options: optionsOf(job) })),
  ]
}
