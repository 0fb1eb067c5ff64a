import { runInConsole } from '../server/console_app.js'
import { fail } from './fail.js'

// Runs a job now, in this process: `npm run job -- learning.expire`, in each
// company where its plugin is on, or with `--company noordwind` in one.
const USAGE = 'Usage: npm run job -- <name> [--company <login id>] [--payload <json>]'

async function main([name, ...args]: string[]): Promise<void> {
  const { parseArgs } = await import('node:util')
  const { values } = parseArgs({ args, options: { company: { type: 'string' }, payload: { type: 'string' } } })
  // Before anything is opened that would have to be closed again.
  const { jobPayload } = await import('../jobs/job_payload.js')
  const payload = jobPayload(values.payload)
  await runInConsole(async () => {
    const { pluginRegistry } = await import('../plugins/registry.js')
    const { runJobNow } = await import('../jobs/run_now.js')
    const known = pluginRegistry().jobs.map((job) => job.name)
    if (!name || !known.includes(name)) throw new Error(`${USAGE}. Known: ${known.join(', ')}`)
    // Jobs that this job queues are run by the server's workers.
    const { openQueue, stopJobs } = await import('../jobs/jobs.js')
    await openQueue()
    const ran = await runJobNow(name, { company: values.company, payload }).finally(stopJobs)
    console.log(`${name} ran ${ran ? `in ${ran.join(', ') || 'no company'}` : 'for the platform'}.`)
  })
}

await main(process.argv.slice(2)).then(() => process.exit(0), fail)
