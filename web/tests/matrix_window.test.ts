import { describe, expect, it } from 'vitest'
import { spanOf } from '../ui/matrix/use_window.js'

describe('the rendered part of a long line', () => {
  it('is the whole of a short one', () => {
    expect(spanOf(24, 56, 0, 600)).toEqual({ from: 0, to: 24 })
    expect(spanOf(0, 56, 0, 600)).toEqual({ from: 0, to: 0 })
  })

  it('is the visible part and some around it, at any position', () => {
    for (let offset = 0; offset < 5000 * 56; offset += 37) {
      const { from, to } = spanOf(5000, 56, offset, 600)
      expect(from * 56).toBeLessThanOrEqual(offset)
      expect(Math.min(5000, to) * 56).toBeGreaterThanOrEqual(Math.min(offset + 600, 5000 * 56))
      expect(to - from).toBeLessThanOrEqual(26)
    }
  })

  it('does not change for a small scroll', () => {
    const spans = new Set([1120, 1130, 1150, 1170, 1200].map((offset) => JSON.stringify(spanOf(5000, 56, offset, 560))))
    expect(spans.size).toBeLessThanOrEqual(2)
  })

  it('stays within its bounds', () => {
    expect(spanOf(100, 56, 99 * 56 * 50, 600)).toMatchObject({ to: 100 })
    expect(spanOf(100, 56, -50, 600).from).toBe(0)
  })
})
