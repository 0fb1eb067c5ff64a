import { describe, expect, it } from 'vitest'
import { inPersonNeeded, normOf, PRESETS, standingOf } from '../norm.js'

const OWN = { norm_attend: 5, norm_of: 6, norm_half_in_person: true }

describe('the norm for toolbox meetings', () => {
  it('requires 3 of 4 with VCA*, and 7 of 10 including 4 in person with VCA**', () => {
    expect(PRESETS.vca_1).toEqual({ attend: 3, of: 4, halfInPerson: false })
    expect(PRESETS.vca_2).toEqual({ attend: 7, of: 10, halfInPerson: true })
    expect([inPersonNeeded(PRESETS.vca_1), inPersonNeeded(PRESETS.vca_2)]).toEqual([0, 4])
  })

  it('uses the company’s own numbers with a norm of its own, and none without a norm', () => {
    expect(normOf({ norm: 'own', ...OWN })).toEqual({ attend: 5, of: 6, halfInPerson: true })
    expect(normOf({ norm: 'vca_2', ...OWN })).toEqual(PRESETS.vca_2)
    expect(normOf({ norm: 'none', ...OWN })).toBeNull()
  })

  it('is met by enough meetings, and enough of them in person', () => {
    expect(standingOf(PRESETS.vca_1, { attended: 2, in_person: 2 })).toBe('not_yet')
    expect(standingOf(PRESETS.vca_1, { attended: 3, in_person: 0 })).toBe('met')
    expect(standingOf(PRESETS.vca_2, { attended: 9, in_person: 3 })).toBe('not_yet')
    expect(standingOf(PRESETS.vca_2, { attended: 7, in_person: 4 })).toBe('met')
    expect(standingOf(null, { attended: 0, in_person: 0 })).toBe('none')
  })
})
