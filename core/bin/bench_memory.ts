import { existsSync, readFileSync } from 'node:fs'

/** Returns the memory of a process; 0 if the system does not report it. */
export function residentBytes(pid: number): number {
  const file = `/proc/${pid}/status`
  return existsSync(file) ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) * 1024 : 0
}

export const inMegabytes = (bytes: number) => `${Math.round(bytes / 1024 ** 2)} MB`
