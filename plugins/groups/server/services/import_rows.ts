import { hasWords, isPlainLine } from '#core/contract/plain_line'

type ImportProblem = 'no_email' | 'no_group' | 'unknown_person' | 'unknown_group' | 'group_name' | 'doubled'

interface ImportRow {
  line: number
  email: string
  group: string
}

/** The content of a file, row by row. */
export interface JudgedRows {
  /** Adds a person to a group, by the group's name as `nameKey` has it. */
  good: { person: number; group: string }[]
  bad: (ImportRow & { problem: ImportProblem })[]
  /** Missing groups of existing people, in the first spelling of the file, by `nameKey`. */
  fresh: Map<string, string>
}

/** The maximum length of a group's name (`groupValidator`), in characters. */
const MOST_NAME = 100
/** Group names are case-insensitive. */
export const nameKey = (name: string) => name.toLowerCase()

const canBeName = (name: string) => name.length <= MOST_NAME && isPlainLine(name) && hasWords(name)

/**
 * Which rows add somebody to a group, and what is wrong with the others. Pure.
 * @param makes missing groups are created
 */
export function judgeRows(
  rows: readonly ImportRow[],
  { personOf, isGroup, makes }: { personOf: (email: string) => number | undefined; isGroup: (key: string) => boolean; makes: boolean },
): JudgedRows {
  const seen = new Set<string>()
  const judged: JudgedRows = { good: [], bad: [], fresh: new Map() }
  for (const row of rows) {
    const person = personOf(row.email.toLowerCase())
    const group = nameKey(row.group)
    const isNew = !isGroup(group)
    const problem = ((): ImportProblem | null => {
      if (!row.email) return 'no_email'
      if (!row.group) return 'no_group'
      if (person === undefined) return 'unknown_person'
      if (isNew && makes && !canBeName(row.group)) return 'group_name'
      if (isNew && canBeName(row.group) && !judged.fresh.has(group)) judged.fresh.set(group, row.group)
      if (isNew && !makes) return 'unknown_group'
      return seen.has(`${person} ${group}`) ? 'doubled' : null
    })()
    if (problem) judged.bad.push({ ...row, problem })
    else {
      judged.good.push({ group, person: person! })
      seen.add(`${person} ${group}`)
    }
  }
  return judged
}
