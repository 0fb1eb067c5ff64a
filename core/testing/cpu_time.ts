import { readFileSync, readdirSync } from 'node:fs'

const TICKS_PER_SECOND = 100

interface ProcessFacts {
  pid: number
  parent: number
  name: string
  ticks: number
}

/** Every process of this machine, from /proc; none where there is no /proc. */
function processes(): ProcessFacts[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => {
        try {
          const [, name, rest] = /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))!
          const fields = rest!.split(' ')
          // utime and stime, and what ended children used.
          const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0)
          return [{ pid: Number(pid), parent: Number(fields[1]), name: name!, ticks }]
        } catch {
          return [] // It ended meanwhile.
        }
      })
  } catch {
    return []
  }
}

/**
 * CPU seconds that a process and everything it started have used, without the
 * named ones' own starters: for a server and for its PostgreSQL.
 * @param roots process ids; those that are gone count nothing
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
