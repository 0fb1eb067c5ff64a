import { expect, it } from 'vitest'
import { setByTile, tileFilter, tilesQuery } from '../web/month_tiles.js'

it('counts the rows of the list in the months, whatever its page and order', () => {
  const filters = { groups_group: '5', company: '2', skill: '3', skills_x: 'a', search: 'jan' }
  expect(tilesQuery({ page: 2, per_page: 50, sort: '-name', ...filters })).toEqual(filters)
})

it('keeps the other tiles when one is on; filters set by hand narrow them all', () => {
  const [ends, february] = tileFilter('2028-02')
  expect([ends, february]).toEqual(['ends', '2028-02-01..2028-02-29'])
  const [state, now] = tileFilter(null)
  expect(tilesQuery({ groups_group: '5', ends: february, state: now })).toEqual({ groups_group: '5' })
  expect(setByTile({ ends: february, state: now })).toEqual([ends, state])
  const byHand: Record<string, string>[] = [
    { ends: 'next90' },
    { ends: '2028-02-01..2028-02-28' },
    { ends: '2028-02-01..2028-03-31' },
    { state: 'missing' },
  ]
  for (const filters of byHand) {
    expect(tilesQuery(filters)).toEqual(filters)
    expect(setByTile(filters)).toEqual([])
  }
})
