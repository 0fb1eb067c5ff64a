import { readFileSync, readdirSync } from 'node:fs'

const TICKS_PER_SECOND = 100

interface ProcessFacts {
  pid: number
  parent: number
  name: string
  ticks: number
}

/** Every process of this machine, from /proc; none without /proc. */
function processes(): ProcessFacts[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => {
        try {
          const [, name, rest] = /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))!
          const fields = rest!.split(' ')
          // utime and stime, and the time of ended children.
          const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0)
          return [{ pid: Number(pid), parent: Number(fields[1]), name: name!, ticks }]
        } catch {
          return [] // It has ended meanwhile.
        }
      })
  } catch {
    return []
  }
}

/**
 * CPU seconds that these processes and everything they started have used, such as a server and its PostgreSQL.
 * @param roots process ids; ended ones count nothing
 */
export function cpuSeconds(roots: readonly number[]): number {
  const all = processes()
  const counted = new Set(roots)
  for (let found = true; found;) {
    const more = all.filter(({ pid, parent }) => counted.has(parent) && !counted.has(pid))
    more.forEach(({ pid }) => counted.add(pid))
    found = more.length > 0
  }
  return all.filter(({ pid }) => counted.has(pid)).reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND
}
