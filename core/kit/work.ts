// Heavy work off the event loop.
export { runInWorker } from '../workers/run_in_worker.js'
