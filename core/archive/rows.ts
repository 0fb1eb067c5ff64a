import type { ArchiveIds, ArchiveRules } from '../contract/archive.js'
import type { ArchivedTable } from './archive_schema.js'

export type Row = Record<string, unknown>

/** The table that an id in this row refers to, or null. */
export function tableNamed({ references }: Required<ArchiveRules>, table: ArchivedTable, column: string, row: Row): string | null {
  const target = table.references.get(column) ?? references[`${table.name}.${column}`] ?? null
  return typeof target === 'function' ? target(row) : target
}

/**
 * Replaces each id in a row, also within documents, using `ids`. With an `ids` that only records, it finds which rows are referred to.
 * Pure.
 */
export function withIds(row: Row, table: ArchivedTable, rules: Required<ArchiveRules>, ids: ArchiveIds): Row {
  const given: Row = { ...row }
  for (const { name: column } of table.columns) {
    const value = row[column]
    if (value === null || value === undefined || column === 'id' || column === 'company_id') continue
    const target = typeof value === 'number' ? tableNamed(rules, table, column, row) : null
    if (target) given[column] = ids.of(target, value as number)
    const rewrite = rules.documents[`${table.name}.${column}`]
    if (rewrite) given[column] = rewrite(value as never, ids, row)
  }
  return given
}
