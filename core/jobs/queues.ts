import type { JobDefinition } from '../contract/plugin.js'
import { pluginRegistry } from '../plugins/registry.js'

/** The queue on which every listener's delivery runs. */
export const LISTENER_QUEUE = 'core.listener'
/** Where work lands that failed for good, until somebody runs it again (core/jobs/dead_letters.ts). */
export const DEAD_LETTER_QUEUE = 'core.dead_letters'

/** How long one run may take, in seconds, unless its definition says otherwise. */
const DEFAULT_LIMIT_SECONDS = 60
/** Completed jobs are deleted after this. Jobs that failed for good are kept as dead letters. */
const DONE_SECONDS = 2 * 3600
/** Dead letters wait this long for somebody to look. */
const DEAD_LETTER_SECONDS = 90 * 86_400

type Limits = Pick<JobDefinition, 'retry' | 'limitSeconds' | 'heartbeatSeconds'>

/** Work that may run so long shows each minute that it is alive: nobody waits all that time for what a killed process had. */
const LONG_SECONDS = 600
const HEARTBEAT_SECONDS = 60

/** A queue's settings by what its job says. Pure. */
const optionsOf = ({
  retry = 5,
  limitSeconds = DEFAULT_LIMIT_SECONDS,
  heartbeatSeconds = limitSeconds >= LONG_SECONDS ? HEARTBEAT_SECONDS : undefined,
}: Limits) => ({
  retryLimit: retry,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 900,
  // Work of a process that was killed is taken up again after this, or sooner when it has a heartbeat.
  expireInSeconds: limitSeconds,
  ...(heartbeatSeconds ? { heartbeatSeconds } : {}),
  deleteAfterSeconds: DONE_SECONDS,
  deadLetter: DEAD_LETTER_QUEUE,
  notify: true,
})

/** Every queue with its settings; the one that others name as dead letter comes first. */
export function queues(): { name: string; options: object }[] {
  return [
    { name: DEAD_LETTER_QUEUE, options: { retentionSeconds: DEAD_LETTER_SECONDS, retryLimit: 0 } },
    { name: LISTENER_QUEUE, options: optionsOf({ retry: 8 }) },
    ...pluginRegistry().jobs.map((job) => ({ name: job.name, options: optionsOf(job) })),
  ]
}
