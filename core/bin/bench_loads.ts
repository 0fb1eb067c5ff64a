import type { PluginBench, ScenarioTools } from '../contract/bench.js'
import { cpuSeconds } from '../testing/cpu_time.js'
import type { Pids } from './bench_cpu.js'
import { residentBytes } from './bench_memory.js'

/** Runs the loads of plugins, one after the other, for this many minutes each. @throws Error when one exceeds its bounds */
export async function runLoads(
  benches: readonly { bench: PluginBench }[],
  tools: ScenarioTools,
  pids: Pids,
  minutes: number,
): Promise<void> {
  const load = {
    ...tools,
    minutes,
    cpuMs: () => cpuSeconds([pids.server, pids.database]) * 1000,
    residentBytes: () => residentBytes(pids.server),
    print: (line: string) => console.log(line),
  }
  for (const { bench } of benches) await bench.load?.(load)
}
