import { readFileSync, readdirSync } from 'node:fs'

interface Process {
  pid: number
  parent: number
  /** Its command line. */
  command: string
}

/** The running processes of this machine; Linux only, because it reads /proc. */
function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const [, state, parent] = /\) (\S) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))!
        // A zombie has ended; its parent has not read its exit code yet.
        if (state === 'Z') return []
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
        return [{ pid: Number(pid), parent: Number(parent), command }]
      } catch {
        // It ended during the check.
        return []
      }
    })
}

/** A process and all its descendants, the nearest first. */
export function treeOf(pid: number): Process[] {
  const all = processes()
  const tree = all.filter((process) => process.pid === pid)
  for (const parent of tree) tree.push(...all.filter((process) => process.parent === parent.pid))
  return tree
}

/** Those of them that still run. */
export function runningProcesses(before: readonly Process[]): Process[] {
  const now = new Map(processes().map((process) => [process.pid, process.command]))
  return before.filter(({ pid, command }) => now.get(pid) === command)
}
