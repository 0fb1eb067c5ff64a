import { type Filter, parse } from 'scim2-parse-filter'
import { ScimError } from './errors.js'

/** A value that another plugin finds: the memberships with this in their work. */
export interface WorkValue {
  work: 'personnel_number' | 'manager_id'
  is: string
}

/** An SQL condition with its values. */
export interface Condition<V = string | boolean | WorkValue> {
  sql: string
  values: V[]
}

/**
 * The SQL expression and type of each filterable attribute, keyed in lower case. `list`: an array, of which one value is compared. `work`:
 * the id of a membership, compared with those found for the attribute `is`.
 */
export type FilterColumns = Readonly<
  Record<string, { sql: string; type: 'text' | 'exact' | 'boolean' | 'list' } | { sql: string; type: 'work'; is: WorkValue['work'] }>
>

const MAX_LENGTH = 600
const PREFIX = /^urn:ietf:params:scim:schemas:(core:2\.0:(User|Group)|extension:enterprise:2\.0:User):/i

/** Operators and the values true and false in lower case, outside of texts: they are case-insensitive. Pure. */
const inSmallLetters = (text: string) =>
  text.replace(/"(?:[^"\\]|\\.)*"|(?<=^|[\s(])(?:and|or|not|true|false|null|pr|eq|ne|co|sw|ew|gt|ge|lt|le)(?=$|[\s)(])/gi, (part) =>
    part.startsWith('"') ? part : part.toLowerCase(),
  )

/**
 * Reads a filter (RFC 7644, section 3.4.2.2): comparisons joined by `and`, `or`, `not` and parentheses.
 * @throws ScimError invalidFilter for an unreadable filter or an attribute that cannot be filtered
 */
export function readFilter(text: string, columns: FilterColumns): Condition {
  let filter: Filter
  try {
    if (text.length > MAX_LENGTH || text.includes('\0')) throw new Error('too long')
    filter = parse(inSmallLetters(text))
  } catch {
    throw new ScimError(400, 'That is no filter, such as userName eq "…".', 'invalidFilter')
  }
  return conditionOf(filter, columns)
}

function conditionOf(filter: Filter, columns: FilterColumns): Condition {
  switch (filter.op) {
    case 'and':
    case 'or': {
      const parts = (filter as { filters: Filter[] }).filters.map((one) => conditionOf(one, columns))
      return { sql: `(${parts.map(({ sql }) => sql).join(` ${filter.op} `)})`, values: parts.flatMap(({ values }) => values) }
    }
    case 'not': {
      const { sql, values } = conditionOf((filter as { filter: Filter }).filter, columns)
      return { sql: `not coalesce(${sql}, false)`, values }
    }
    case '[]': {
      // `emails[type eq "work"]`: people have one address here, so the type is ignored.
      const { attrPath, valFilter } = filter as { attrPath: string; valFilter: Filter }
      return conditionOf(inside(attrPath, valFilter), columns)
    }
    default:
      return comparison(filter as Comparison, columns)
  }
}

interface Comparison {
  op: string
  attrPath: string
  compValue?: boolean | null | number | string
}

/** The same filter with the surrounding attribute: `members[value eq "1"]` is `members.value eq "1"`. */
function inside(outer: string, filter: Filter): Filter {
  if ('filters' in filter) return { ...filter, filters: filter.filters.map((one) => inside(outer, one)) }
  if ('filter' in filter) return { ...filter, filter: inside(outer, filter.filter) }
  return { ...filter, attrPath: `${outer}.${(filter as Comparison).attrPath}` } as Filter
}

const LIKE: Readonly<Record<string, (text: string) => string>> = {
  co: (text) => `%${text}%`,
  sw: (text) => `${text}%`,
  ew: (text) => `%${text}`,
}
const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

function comparison({ op, attrPath, compValue }: Comparison, columns: FilterColumns): Condition {
  const name = attrPath
    .replace(PREFIX, '')
    .replace(/\[[^\]]*\]/g, '')
    .toLowerCase()
  if (name === 'emails.type') return { sql: 'true', values: [] }
  const column = columns[name]
  if (!column) throw new ScimError(400, `Nobody is looked up by "${attrPath.slice(0, 60)}".`, 'invalidFilter')
  if (op === 'pr' && column.type !== 'list' && column.type !== 'work') return { sql: `${column.sql} is not null`, values: [] }
  if (compValue === null && (op === 'eq' || op === 'ne') && column.type !== 'list' && column.type !== 'work') {
    return { sql: `${column.sql} is ${op === 'eq' ? '' : 'not '}null`, values: [] }
  }
  if (column.type === 'boolean') {
    const wanted = String(compValue).toLowerCase()
    if (!['eq', 'ne'].includes(op) || !['true', 'false'].includes(wanted)) throw unanswered(op)
    return { sql: `${column.sql} ${op === 'eq' ? '=' : '<>'} ?`, values: [wanted === 'true'] }
  }
  if (typeof compValue !== 'string' && typeof compValue !== 'number')
    throw new ScimError(400, 'The value of the filter is no text.', 'invalidFilter')
  const value = String(compValue)
  if (column.type === 'list' || column.type === 'work') {
    if (op !== 'eq') throw unanswered(op)
    return 'is' in column
      ? { sql: `${column.sql} = any(?)`, values: [{ work: column.is, is: value }] }
      : { sql: `? = any(${column.sql})`, values: [value] }
  }
  const [left, right] = column.type === 'exact' ? [column.sql, '?'] : [`lower(${column.sql})`, 'lower(?)']
  if (op === 'eq') return { sql: `${left} = ${right}`, values: [value] }
  if (op === 'ne') return { sql: `${left} is distinct from ${right}`, values: [value] }
  const like = LIKE[op]
  if (!like) throw unanswered(op)
  return { sql: `${left} like ${right}`, values: [like(escaped(value))] }
}

const unanswered = (op: string) => new ScimError(400, `"${op.slice(0, 10)}" is not answered here.`, 'invalidFilter')
