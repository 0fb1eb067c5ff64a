import { Worker } from 'node:worker_threads'

interface Answer {
  id: number
  value?: unknown
  error?: string
}

interface Waiting {
  resolve: (value: never) => void
  reject: (error: Error) => void
}

class Thread {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0

  constructor(
    module: URL,
    readonly onEnd: () => void,
  ) {
    this.#worker = new Worker(new URL('./thread.js', import.meta.url), { workerData: { module: module.href } })
    // The thread must not keep a finished process alive.
    this.#worker.unref()
    this.#worker.on('message', ({ id, value, error }: Answer) => {
      const waiting = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (!this.#waiting.size) this.#worker.unref()
      if (error === undefined) waiting?.resolve(value as never)
      else waiting?.reject(new Error(error))
    })
    this.#worker.on('error', (error) => this.#end(error as Error))
    this.#worker.on('exit', (code) => this.#end(new Error(`The worker ended with ${code}.`)))
  }

  run<T>(input: unknown): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const id = ++this.#lastId
      this.#waiting.set(id, { resolve, reject })
      this.#worker.ref()
      this.#worker.postMessage({ id, input })
    })
  }

  #end(error: Error): void {
    this.onEnd()
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}

const threads = new Map<string, Thread>()

/**
 * Runs the default export of a module in a worker thread, one call after the other, for work that would block other requests. The module
 * may not use the application's services; input and output are plain data.
 * @throws Error with the message of the failure; after a crash the next call gets a new thread
 */
export function runInWorker<T>(module: URL, input: unknown): Promise<T> {
  let thread = threads.get(module.href)
  if (!thread) {
    thread = new Thread(module, () => threads.delete(module.href))
    threads.set(module.href, thread)
  }
  return thread.run<T>(input)
}
