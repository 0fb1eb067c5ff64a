import { useCallback, useMemo, useState } from 'react'
import { local } from '../../boot/safe_storage.js'
import type { TableColumn } from './table_types.js'

function stored(key: string): string[] | null {
  try {
    const value: unknown = JSON.parse(local.read(key) ?? 'null')
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : null
  } catch {
    return null
  }
}

/** The visible columns, stored in this browser per table. At least one is visible (section 5). */
export function useColumns<R>(tableId: string, columns: readonly TableColumn<R>[]) {
  const key = `columns:${tableId}`
  const [chosen, setChosen] = useState(() => stored(key))

  const visible = useMemo(() => {
    const wanted = columns.filter((column) => (chosen ? chosen.includes(column.key) : !column.hidden))
    // Stored names of columns that no longer exist must not leave an empty table.
    return wanted.length ? wanted : columns.filter((column) => !column.hidden)
  }, [columns, chosen])

  const toggle = useCallback(
    (column: string) => {
      const shown = visible.map((item) => item.key)
      const next = shown.includes(column) ? shown.filter((item) => item !== column) : [...shown, column]
      if (!next.length) return
      setChosen(next)
      local.write(key, JSON.stringify(next))
    },
    [visible, key],
  )

  /** Shows exactly these columns; those that no longer exist are left out. */
  const show = useCallback(
    (keys: readonly string[]) => {
      setChosen([...keys])
      local.write(key, JSON.stringify(keys))
    },
    [key],
  )

  return { visible, toggle, show }
}
