import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { changedMeanwhile, notFound } from '../contract/errors.js'

/**
 * SQL for a row's version: its `updated_at` as exact text, because a JavaScript date would drop the microseconds that tell two changes
 * apart. @param column never input
 */
export const versionOf = (column: string): string => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** The form of a version. */
export const VERSION = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/

export interface VersionedSave {
  /** A table with an `updated_at`; never input. */
  table: string
  id: number | string
  /** The version that the form read. */
  version: string
  /** The values of the form. The answer to an outdated save names the fields that differ. */
  sent: Readonly<Record<string, unknown>>
  /** The current record in the form's shape. */
  current: (trx: TransactionClientContract) => Promise<object>
  /** Who changed it last, where that is known. */
  by?: (trx: TransactionClientContract) => Promise<string | null>
  /** Locks that others take before this row, taken first to avoid deadlocks. */
  before?: (trx: TransactionClientContract) => Promise<unknown>
}

/**
 * Saves a record that nobody changed since it was read, and gives it its next version. Of two concurrent saves the second is refused.
 * @throws AppError 404; 409 changed_meanwhile, which a <Form> with `version` shows; whatever `save` throws
 */
export async function saveFrom<T>(from: VersionedSave, save: (trx: TransactionClientContract) => Promise<T>): Promise<T> {
  const { table, id, version, sent, current, by, before } = from
  // Imported late: other parts of this file are used where no application was booted.
  const { default: db } = await import('@adonisjs/lucid/services/db')
  return db.transaction(async (trx) => {
    await before?.(trx)
    const row: { version: string } | null = await trx
      .from(table)
      .where('id', id)
      .forUpdate()
      .select(trx.raw(`${versionOf('updated_at')} as version`))
      .first()
    if (!row) throw notFound()
    if (row.version !== version) {
      const now = { ...(await current(trx)) } as Record<string, unknown>
      const differs = Object.keys(sent).filter((name) => name in now && JSON.stringify(sent[name]) !== JSON.stringify(now[name]))
      throw changedMeanwhile({ by: (await by?.(trx)) ?? null, at: row.version, version: row.version, current: now, differs })
    }
    const saved = await save(trx)
    // clock_timestamp advances within a transaction, so no version is used twice.
    await trx
      .from(table)
      .where('id', id)
      .update({ updated_at: trx.raw('clock_timestamp()') })
    return saved
  })
}
