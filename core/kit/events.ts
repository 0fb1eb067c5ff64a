// Facts and jobs, written in the transaction of the change that they tell of.
export { emit, emitAll, emitWithJob, sendJob } from '../events/outbox.js'
