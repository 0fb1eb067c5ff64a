import { cpuSeconds } from './cpu_time.js'

interface Layer {
  name: string
  seconds: number
  cpu: number
}

/** Measures the layers of a test run: seconds and CPU seconds of each, including all processes that it starts. */
export class Layers {
  readonly #layers: Layer[] = []

  /** Runs `work` and records its cost under `name`. Layers run one after the other. */
  async measure<T>(name: string, work: () => Promise<T>): Promise<T> {
    const begun = { at: performance.now(), cpu: cpuSeconds([process.pid]) }
    try {
      return await work()
    } finally {
      this.#layers.push({ name, seconds: (performance.now() - begun.at) / 1000, cpu: cpuSeconds([process.pid]) - begun.cpu })
    }
  }

  /** Prints a table with the totals last. CPU seconds are 0 where there is no /proc. */
  print(): void {
    const sum = (key: 'seconds' | 'cpu') => this.#layers.reduce((total, layer) => total + layer[key], 0)
    const rows = [...this.#layers, { name: 'all', seconds: sum('seconds'), cpu: sum('cpu') }]
    const cells = [['layer', 'seconds', 'CPU seconds'], ...rows.map(({ name, seconds, cpu }) => [name, seconds.toFixed(0), cpu.toFixed(0)])]
    for (const [name, seconds, cpu] of cells) console.log(`${name!.padEnd(12)}${seconds!.padStart(9)}${cpu!.padStart(14)}`)
  }
}
