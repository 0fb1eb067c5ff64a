import { hasWords, isPlainLine } from '#core/contract/plain_line'

type ImportProblem = 'no_email' | 'no_group' | 'unknown_person' | 'unknown_group' | 'group_name' | 'doubled'

interface ImportRow {
  line: number
  email: string
  group: string
}

/** What a file says, row by row. */
export interface JudgedRows {
  /** Somebody into a group, by the group's name as `nameKey` has it. */
  good: { person: number; group: string }[]
  bad: (ImportRow & { problem: ImportProblem })[]
  /** Groups of people who are there that are not there yet, as the file spells them first, by `nameKey`. */
  fresh: Map<string, string>
}

/** As long as a group's name may be (`groupValidator`), in characters. */
const MOST_NAME = 100
/** Groups are told apart by their names without regard to capitals. */
export const nameKey = (name: string) => name.toLowerCase()

const canBeName = (name: string) => name.length <= MOST_NAME && isPlainLine(name) && hasWords(name)

/**
 * Which rows put somebody into a group, and what is wrong with the others. Pure.
 * @param makes groups that are not there are made
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
