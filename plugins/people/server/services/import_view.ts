import db from '@adonisjs/lucid/services/db'
import { today } from '#core/kit/days'
import { readDay } from '#core/kit/spreadsheets'
import { serviceOf } from '#core/kit/services'
import { type GroupKind, groupsService } from '#plugins/groups/contract/index'
import type { PersonName } from '#core/contract/full_name'
import type { ImportTarget } from '../../contract/imports.js'
import { type Giving, IS_LEFT } from './import_courses.js'
import { fieldsOf, groupsOf, type ImportColumns, type ImportField, type ImportPurpose, nameAsWhole, readPerson } from './import_check.js'
import { FIELD_OF, newGroups } from './import_problems.js'

/** Most groups to create at once; more means that the wrong column was chosen. */
export const MAX_NEW_GROUPS = 500
/** Maximum number of names that are returned. */
const MOST_NAMED = 12
/** Maximum number of refused lines that are returned; all of them are counted. */
const MOST_SHOWN = 200

export interface ImportView {
  id: number
  /** The company that the people are added to. */
  company: number
  target: ImportTarget
  /** The group of a file of members; null: each line names its groups. */
  group: { id: number; name: string } | null
  /** The fields that the file may have. */
  fields: ImportField[]
  file: string
  /** The sheets of the workbook, and which of them was read; none for a CSV file. */
  sheets: string[]
  sheet: number
  /** The line of the headings, as a spreadsheet counts (from 1). */
  heading_line: number
  head: string[]
  columns: ImportColumns
  /** `stopped`: ended half-way; the remaining lines can still be added. */
  state: 'checked' | 'running' | 'stopped' | 'done' | 'undoing' | 'undone'
  rows: number
  good: number
  bad: number
  added: number
  /** Good lines of people who exist already. */
  known: number
  /** Good lines whose person was not added yet, or was not given the courses yet. */
  left: number
  /** The courses that the people are given. */
  giving: Giving | null
  /** The number of people who were not given a course, per reason. */
  refused: { code: string; count: number }[]
  /** Whether this company has groups; the groups of the file that do not exist yet, and the kind they are created as. */
  groups: { on: boolean; fresh: { count: number; names: string[]; too_many: boolean }; create: GroupKind | null }
  /** The number of lines per reason. */
  reasons: { problem: string; count: number }[]
  problems: {
    line: number
    cells: string[]
    problems: string[]
    /** Indexes of the cells that the reasons are about. */
    wrong: number[]
  }[]
  /** The first good lines as they will be imported: birthdates as parsed, `yyyy-mm-dd`, and the parts of a name written as a whole. */
  preview: { line: number; cells: string[]; birthdate: string | null; name: PersonName | null }[]
}

export interface StoredImport extends ImportPurpose {
  id: number
  company_id: number
  file_name: string
  sheets: string[]
  sheet: number
  heading_line: number
  head: string[]
  columns: ImportColumns
  state: ImportView['state']
  giving: Giving | null
  create_groups: GroupKind | null
}

/** Missing groups on lines without other problems. An unknown manager is ignored, because the manager's own line may name such a group. */
export async function newGroupsOf(id: number | string, columns: ImportColumns): Promise<string[]> {
  const place = columns.groups ?? null
  if (place === null) return []
  const cells = (await db
    .from('people_import_rows')
    .where('import_id', id)
    .whereNull('membership_id')
    .whereNotNull('cells')
    .whereRaw(`coalesce(problem, '') in ('', 'unknown_group', 'unknown_manager', 'unknown_group,unknown_manager')`)
    .groupByRaw('1')
    .orderByRaw('min(line)')
    .select(db.raw('cells->>?::int as cell', [place]))) as { cell: string | null }[]
  return newGroups(cells.flatMap(({ cell }) => groupsOf(cell ?? '') ?? []))
}

/** Indexes of the cells of a line that its reasons are about. */
function wrongCells(
  { cells, problems, known }: { cells: readonly string[]; problems: readonly string[]; known: boolean },
  columns: ImportColumns,
): number[] {
  const read = readPerson(cells, columns, { today: today(), language: 'nl', isKnown: known })
  const fields: ImportField[] = 'problems' in read ? [...read.fields] : []
  for (const code of problems) fields.push(...(FIELD_OF.has(code) ? [FIELD_OF.get(code)!] : []))
  return [...new Set(fields.flatMap((field) => columns[field] ?? []))]
}

/** An import as it is shown. */
export async function viewOf(row: StoredImport): Promise<ImportView> {
  const { id, company_id: company, file_name: file, head, columns, state, giving, sheets, sheet, heading_line, target } = row
  const of = () => db.from('people_import_rows').where('import_id', id)
  const [{ rows, bad, added, left, known }] = (await of().select(
    db.raw('count(*)::int as rows, count(problem)::int as bad, count(membership_id)::int as added'),
    db.raw(`(count(*) filter (where ${IS_LEFT}))::int as left, (count(*) filter (where known and problem is null))::int as known`),
  )) as [{ rows: number; bad: number; added: number; left: number; known: number }]
  const reasons = (await of()
    .joinRaw(`cross join lateral unnest(string_to_array(problem, ',')) as reason`)
    .groupBy('reason')
    .orderByRaw('count(*) desc, reason')
    .select('reason as problem', db.raw('count(*)::int as count'))) as ImportView['reasons']
  const refused = (await of()
    .whereNotNull('refused')
    .groupBy('refused')
    .orderBy('refused')
    .select('refused as code', db.raw('count(*)::int as count'))) as ImportView['refused']
  const problems = await of()
    .whereNotNull('problem')
    .orderBy('line')
    .limit(MOST_SHOWN)
    .select('line', 'cells', 'known', db.raw(`string_to_array(problem, ',') as problems`))
  const preview = await of().whereNull('problem').whereNull('membership_id').orderBy('line').limit(5).select('line', 'cells')
  const isOpen = state === 'checked' || state === 'stopped'
  const fresh = isOpen ? await newGroupsOf(id, columns) : []
  const service = await serviceOf(groupsService)
  const groups = {
    on: service !== null,
    fresh: { count: fresh.length, names: fresh.slice(0, MOST_NAMED), too_many: fresh.length > MAX_NEW_GROUPS },
    create: row.create_groups,
  }
  const shown = (list: { cells: string[] | null }[]) => list.map((row) => ({ ...row, cells: row.cells ?? [] }))
  return {
    ...{
      id,
      company,
      file,
      sheets,
      sheet,
      heading_line,
      head,
      columns,
      state,
      rows,
      bad,
      added,
      left,
      known,
      giving,
      refused,
      groups,
      reasons,
    },
    target,
    group: row.group_id === null ? null : ((await service?.find(row.group_id)) ?? null),
    fields: fieldsOf(row),
    good: rows - bad,
    problems: (shown(problems) as (Omit<ImportView['problems'][number], 'wrong'> & { known: boolean })[]).map(({ known, ...line }) => ({
      ...line,
      wrong: wrongCells({ ...line, known }, columns),
    })),
    preview: (shown(preview) as Pick<ImportView['preview'][number], 'line' | 'cells'>[]).map((line) => ({
      ...line,
      birthdate: columns.birthdate === null ? null : readDay((line.cells[columns.birthdate] ?? '').trim()),
      name: nameAsWhole(line.cells, columns),
    })),
  }
}
