import { describe, expect, it } from 'vitest'
import { linkedPrices } from '../contract/price.js'

const listed = { courseCents: 10_000, examCents: 20_000 }

describe('the price of a link', () => {
  it('is the list price if the link does not change it', () => {
    expect(linkedPrices({ kind: 'list', value: 0 }, 'elearning_exam', listed)).toEqual(listed)
  })

  it('takes a percentage off course and exam, rounded to the cent', () => {
    expect(linkedPrices({ kind: 'percent', value: 15 }, 'elearning_exam', { courseCents: 9_999, examCents: 20_000 })).toEqual({
      courseCents: 8_499,
      examCents: 17_000,
    })
    expect(linkedPrices({ kind: 'percent', value: 100 }, 'elearning', listed)).toEqual({ courseCents: 0, examCents: 0 })
  })

  it('takes an amount off the course first, and never goes below zero', () => {
    expect(linkedPrices({ kind: 'amount', value: 12_500 }, 'elearning_exam', listed)).toEqual({ courseCents: 0, examCents: 17_500 })
    expect(linkedPrices({ kind: 'amount', value: 12_500 }, 'elearning', listed)).toEqual({ courseCents: 0, examCents: 20_000 })
    expect(linkedPrices({ kind: 'amount', value: 12_500 }, 'exam', listed)).toEqual({ courseCents: 10_000, examCents: 7_500 })
    expect(linkedPrices({ kind: 'amount', value: 90_000 }, 'elearning_exam', listed)).toEqual({ courseCents: 0, examCents: 0 })
  })

  it('divides an agreed price over course and exam, to the cent', () => {
    const agreed = { kind: 'agreed', value: 10_001 } as const
    expect(linkedPrices(agreed, 'elearning_exam', listed)).toEqual({ courseCents: 3_334, examCents: 6_667 })
    expect(linkedPrices(agreed, 'elearning_exam', { courseCents: 0, examCents: 0 })).toEqual({ courseCents: 10_001, examCents: 0 })
    expect(linkedPrices(agreed, 'elearning', listed).courseCents).toBe(10_001)
    expect(linkedPrices(agreed, 'exam', listed).examCents).toBe(10_001)
  })
})
