import { describe, expect, it } from 'vitest'
import { PART, partsOf } from '../ui/matrix/parts.js'

describe('the parts of a long list that are read', () => {
  it('are those of what is in sight and what comes next, wherever one looks', () => {
    for (let from = 0; from < 5000; from += 7) {
      const to = Math.min(5000, from + 20)
      const parts = partsOf({ from, to }, 5000)
      expect(parts.from * PART).toBeLessThanOrEqual(from)
      expect(parts.to * PART).toBeGreaterThanOrEqual(to)
      expect(parts.to - parts.from).toBeLessThanOrEqual(3)
    }
  })

  it('are the first alone as long as one stands at the top', () => {
    expect(partsOf({ from: 0, to: 22 }, 5000)).toEqual({ from: 0, to: 1 })
  })

  it('never lie outside', () => {
    expect(partsOf({ from: 0, to: 0 }, 0)).toEqual({ from: 0, to: 0 })
    expect(partsOf({ from: 100, to: 120 }, 30)).toEqual({ from: 1, to: 1 })
  })
})
