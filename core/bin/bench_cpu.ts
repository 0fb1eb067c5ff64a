import { cpuSeconds } from '../testing/cpu_time.js'

/** CPU milliseconds per call. */
export interface CpuCost {
  server: number
  database: number
}

export interface Pids {
  server: number
  database: number
}

/** Starts measuring the CPU time of server and database; the result is per call. */
export function measureCpu(pids: Pids): (times: number) => CpuCost {
  const now = () => ({ server: cpuSeconds([pids.server]), database: cpuSeconds([pids.database]) })
  const before = now()
  return (times) => {
    const after = now()
    const each = (part: keyof Pids) => ((after[part] - before[part]) * 1000) / times
    return { server: each('server'), database: each('database') }
  }
}

/** The sum, with the database's part in brackets. */
export const inWords = ({ server, database }: CpuCost, digits: number) =>
  `${(server + database).toFixed(digits).padStart(6)} ms (${database.toFixed(digits)})`
