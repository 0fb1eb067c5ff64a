import type { PluginBench, ScenarioTools } from '../contract/bench.js'
import { cpuOf } from './bench_calls.js'
import { inWords, type Pids, type CpuCost } from './bench_cpu.js'

const ROUNDS = 7
/** Several seconds a round, for work that the server does once a second, such as writing what it counted. */
const TIMES = 1000
const CONNECTIONS = 16

const sumOf = ({ server, database }: CpuCost) => server + database
const median = (all: readonly CpuCost[]) => [...all].sort((a, b) => sumOf(a) - sumOf(b))[Math.floor(all.length / 2)]!

/** Compares the CPU time of calls with that of a bare one in the same process. @throws Error for a ratio over its maximum */
export async function runCpuRatios(
  benches: readonly { bench: PluginBench }[],
  { tools, url, pids }: { tools: ScenarioTools; url: string; pids: Pids },
): Promise<void> {
  const failed: string[] = []
  for (const { bench } of benches) {
    for (const { name, path, bare, status, most } of (await bench.cpuRatios?.(tools)) ?? []) {
      const measure = (of: string) =>
        cpuOf({ url, headers: {} }, { name, path: of, method: 'GET', connections: CONNECTIONS, status }, pids, TIMES)
      const rounds: { own: CpuCost; bare: CpuCost }[] = []
      await measure(bare)
      await measure(path)
      for (let round = 0; round < ROUNDS; round++) rounds.push({ bare: await measure(bare), own: await measure(path) })
      const [own, other] = [median(rounds.map((round) => round.own)), median(rounds.map((round) => round.bare))]
      const ratio = sumOf(own) / sumOf(other)
      const isOver = ratio > most
      const words = [other, own].map((spent) => inWords(spent, 3).trim()).join(' → ')
      console.log(`\n${name}: ${ratio.toFixed(2)} times the CPU (at most ${most}), ${words}${isOver ? '   TOO MUCH' : ''}`)
      if (isOver) failed.push(name)
    }
  }
  if (failed.length) throw new Error(`Too much CPU beside a bare call: ${failed.join(', ')}`)
}
