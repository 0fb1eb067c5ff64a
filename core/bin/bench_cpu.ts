import { cpuSeconds } from '../testing/cpu_time.js'

/** CPU milliseconds of one time. */
export interface Spent {
  server: number
  database: number
}

export interface Pids {
  server: number
  database: number
}

/** Starts counting what server and database spend; the answer says how much of it was one time of many. */
export function spending(pids: Pids): (times: number) => Spent {
  const now = () => ({ server: cpuSeconds([pids.server]), database: cpuSeconds([pids.database]) })
  const before = now()
  return (times) => {
    const after = now()
    const each = (part: keyof Pids) => ((after[part] - before[part]) * 1000) / times
    return { server: each('server'), database: each('database') }
  }
}

/** Together, and in brackets what of it the database takes. */
export const inWords = ({ server, database }: Spent, digits: number) =>
  `${(server + database).toFixed(digits).padStart(6)} ms (${database.toFixed(digits)})`
