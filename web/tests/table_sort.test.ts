import { describe, expect, it } from 'vitest'
import { sortOf } from '../ui/table/use_table_state.js'

describe('the sort order of a table', () => {
  it('is the one in the address while the list supports it', () => {
    expect(sortOf('-taken_at', undefined, ['taken_at'])).toBe('-taken_at')
    expect(sortOf('name', '-taken_at', undefined)).toBe('name')
  })

  it('is the list’s default order when a saved view names a column that no longer sorts', () => {
    expect(sortOf('person', undefined, ['taken_at'])).toBeNull()
    expect(sortOf('-person', 'taken_at', ['taken_at'])).toBe('taken_at')
    expect(sortOf('taken', undefined, ['taken_at'])).toBeNull()
    expect(sortOf('-taken_at', undefined, [])).toBeNull()
  })
})
