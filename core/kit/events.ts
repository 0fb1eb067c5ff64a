// Events and jobs, written in the transaction of their change.
export { emit, emitAll, emitWithJob, sendJob } from '../events/outbox.js'
