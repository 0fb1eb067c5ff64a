import { parentPort, workerData } from 'node:worker_threads'

// The inside of runInWorker: one module, one call after the other.
const { default: work } = (await import((workerData as { module: string }).module)) as { default: (input: unknown) => Promise<unknown> }

let last: Promise<void> = Promise.resolve()
parentPort!.on('message', ({ id, input }: { id: number; input: unknown }) => {
  last = last.then(async () => {
    try {
      parentPort!.postMessage({ id, value: await work(input) })
    } catch (error) {
      parentPort!.postMessage({ id, error: error instanceof Error ? error.message : String(error) })
    }
  })
})
