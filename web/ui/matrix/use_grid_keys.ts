import { useCallback, useRef, useState, type KeyboardEvent } from 'react'

/** The focused cell: -1 is a header. */
export interface GridPlace {
  row: number
  column: number
}

const PAGE = 10

/** The place that a key moves to; null when the key has no meaning here. Pure. */
export function nextCell(key: string, ctrl: boolean, { row, column }: GridPlace, rows: number, columns: number): GridPlace | null {
  const to = (nextRow: number, nextColumn: number): GridPlace => ({
    row: Math.min(rows - 1, Math.max(-1, nextRow)),
    column: Math.min(columns - 1, Math.max(-1, nextColumn)),
  })
  switch (key) {
    case 'ArrowDown':
      return to(row + 1, column)
    case 'ArrowUp':
      return to(row - 1, column)
    case 'ArrowRight':
      return to(row, column + 1)
    case 'ArrowLeft':
      return to(row, column - 1)
    case 'PageDown':
      return to(row + PAGE, column)
    case 'PageUp':
      return to(row - PAGE, column)
    case 'Home':
      return to(ctrl ? 0 : row, -1)
    case 'End':
      return to(ctrl ? rows - 1 : row, columns - 1)
    default:
      return null
  }
}

/**
 * Makes a whole grid one stop of the Tab key; the arrow keys move within it.
 * @param show scrolls a place into view before it gets the focus
 */
export function useGridKeys(rows: number, columns: number, show: (place: GridPlace) => void) {
  const [place, setPlace] = useState<GridPlace>({ row: 0, column: -1 })
  const wanted = useRef<GridPlace | null>(null)
  const at: GridPlace = { row: Math.min(place.row, rows - 1), column: Math.min(place.column, columns - 1) }

  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextCell(event.key, event.ctrlKey, at, rows, columns)
    if (!next) return
    event.preventDefault()
    wanted.current = next
    setPlace(next)
    show(next)
  }
  /** The ref of each cell: focuses the cell when the keys led to it and it exists. Until a cell is loaded its placeholder has the focus. */
  const cellRef = useCallback((row: number, column: number, isWaiting: boolean) => {
    return (cell: HTMLElement | null) => {
      if (!cell || wanted.current?.row !== row || wanted.current.column !== column) return
      if (!isWaiting) wanted.current = null
      // Does not take the focus back from a person who has moved elsewhere.
      const { activeElement: at } = document
      if (at !== document.body && !cell.closest('[role=grid]')?.contains(at)) return
      ;(cell.querySelector<HTMLElement>('a, button') ?? cell).focus({ preventScroll: true })
    }
  }, [])
  const onFocus = useCallback((row: number, column: number) => {
    const { current: led } = wanted
    if (led && (led.row !== row || led.column !== column)) wanted.current = null
    setPlace({ row, column })
  }, [])
  return {
    onKeyDown,
    cellRef,
    tabIndexOf: (row: number, column: number): 0 | -1 => (at.row === row && at.column === column ? 0 : -1),
    /** The column that is the stop of the Tab key in a row; null when the stop is in another row. */
    focusedOf: (row: number): number | null => (at.row === row ? at.column : null),
    onFocus,
  }
}
