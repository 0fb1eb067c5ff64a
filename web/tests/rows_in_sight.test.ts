import { describe, expect, it } from 'vitest'
import { PART, partsOf } from '../ui/matrix/parts.js'

describe('the pages of a long list that are loaded', () => {
  it('are those in view and the next one, at any position', () => {
    for (let from = 0; from < 5000; from += 7) {
      const to = Math.min(5000, from + 20)
      const parts = partsOf({ from, to }, 5000)
      expect(parts.from * PART).toBeLessThanOrEqual(from)
      expect(parts.to * PART).toBeGreaterThanOrEqual(to)
      expect(parts.to - parts.from).toBeLessThanOrEqual(3)
    }
  })

  it('are only the first one at the top', () => {
    expect(partsOf({ from: 0, to: 22 }, 5000)).toEqual({ from: 0, to: 1 })
  })

  it('stay within its bounds', () => {
    expect(partsOf({ from: 0, to: 0 }, 0)).toEqual({ from: 0, to: 0 })
    expect(partsOf({ from: 100, to: 120 }, 30)).toEqual({ from: 1, to: 1 })
  })
})
