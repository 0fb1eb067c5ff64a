import db from '@adonisjs/lucid/services/db'
import type { CellValue, ExtraColumn } from '../contract/lists.js'

/**
 * The next end of each person's rows, as a sortable column of lists of people.
 * @param table made by `TenantSchema.memberEnds`
 * @param type of the rows' own column
 */
export function nextEndColumn(table: string, type: 'date' | 'timestamptz'): Pick<ExtraColumn, 'kind' | 'sortable' | 'load'> {
  return {
    kind: 'day',
    sortable: { table, column: 'ends', type, settle: async () => void (await db.rawQuery(`select ${table}_settle()`)) },
    load: async (listed) => {
      // As text a day keeps its value.
      const { rows } = await db.rawQuery<{ rows: { id: number | string; ends: CellValue }[] }>(
        `select id, ends${type === 'date' ? '::text' : ''} from ${table}_of(?::bigint[])`,
        [listed.map(({ id }) => id)] as never,
      )
      return new Map(rows.map(({ id, ends }) => [Number(id), ends]))
    },
  }
}
