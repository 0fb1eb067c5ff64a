import { describe, expect, it } from 'vitest'
import { type MoneyLine, STANDARD_RATES, amountOf, shareOf, totalsOf, type Vat } from '#core/contract/money'
import { DEFAULT_POLICY, dueShare } from '../server/money/policy.js'
import { type Rates, vatOf } from '#plugins/invoices/contract/vat'
import { hasVatNumbers, isVatNumber } from '#plugins/invoices/contract/vat_number'
import { type PriceFacts, cancellationLines, courseChangeLines, priceLines, refusalLines, sirDiscount } from '../server/money/price.js'

// Amounts: pure functions, so that every rule is tested without a database.

const NL: Vat = { rate: 2100, reason: 'standard', country: 'NL' }
const RATES: Rates = { buyer: { country: 'NL', vatNumber: null }, registered: false, taught: false, closes: false, venue: 'NL' }
const line = (quantity: number, unitCents: number, vat: Vat = NL): MoneyLine => ({ quantity, unitCents, vat })

/** Pseudo-random numbers, the same in every run. */
function* randoms(seed = 20261122): Generator<number> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    yield state
  }
}

describe('VAT', () => {
  it('cannot be avoided by typing anything as a VAT number', () => {
    const rate = (country: string, vatNumber: string | null) => vatOf('course', { ...RATES, buyer: { country, vatNumber } }).rate
    expect(['XXXX', 'NL004495445B01', 'DE', 'DE123456789', '', null].map((number) => rate('DE', number))).toEqual(Array(6).fill(2100))
    expect([rate('DE', 'DE136695976'), rate('GR', 'EL094259216'), rate('GR', 'GR094259216')]).toEqual([0, 0, 2100])
  })

  it('checks the format and check digit of every VAT number in the EU, and rejects a wrong digit', () => {
    const right = [
      ...[
        'ATU13585627',
        'BE0776091951',
        'BG175074752',
        'CY10259033P',
        'CZ25123891',
        'DE136695976',
        'DK13585628',
        'EE100931558',
        'EL094259216',
      ],
      ...[
        'ESB58378431',
        'FI20774740',
        'FR40303265045',
        'HR33392005961',
        'HU12892312',
        'IE6433435F',
        'IT00743110157',
        'LT119511515',
        'LU15027442',
      ],
      ...['LV40003521600', 'MT11679112', 'NL004495445B01', 'NL123456789B13', 'PL8567346215', 'PT501964843', 'RO18547290', 'SE123456789701'],
      ...['SI50223054', 'SK2022749619'],
    ]
    const countryOf = (number: string) => number.slice(0, 2).replace('EL', 'GR')
    expect(new Set(right.map(countryOf)).size).toBe(27)
    expect(right.filter((number) => !isVatNumber(countryOf(number), number))).toEqual([])
    // One digit off, in the last place that the check digit covers: the Dutch B01 suffix only tells which of a company's numbers it is.
    const slip = (number: string) => number.replace(/\d(?=(B0\d|\D*)$)/, (digit) => String((Number(digit) + 1) % 10))
    expect(right.filter((number) => isVatNumber(countryOf(number), slip(number)))).toEqual([])
    expect(isVatNumber('DE', 'NL004495445B01')).toBe(false)
    expect([hasVatNumbers('US'), isVatNumber('US', 'US123456789')]).toEqual([false, false])
  })

  it('is rounded once for each rate, not for each line', () => {
    // 3 × 0.05 at 21 %: per line 1 + 1 + 1 cent, per group 3.15 → 3; 3 × 0.07: 1.47 each → 3, per group 4.41 → 4.
    expect(totalsOf([line(1, 7), line(1, 7), line(1, 7)])).toMatchObject({ netCents: 21, vatCents: 4, totalCents: 25 })
    const mixed = totalsOf([line(2, 10_000), line(1, 19_500, { rate: 1900, reason: 'venue', country: 'DE' })])
    expect(mixed.groups.map(({ vat, netCents, vatCents }) => [vat.country, netCents, vatCents])).toEqual([
      ['NL', 20_000, 4_200],
      ['DE', 19_500, 3_705],
    ])
    expect(mixed.totalCents).toBe(47_405)
    // Two countries with the same rate: 21 % of 98.04 is 20.59, not twice 10.29; a refund is its exact negative.
    for (const sign of [1, -1]) {
      const same = totalsOf([line(1, sign * 4_902), line(1, sign * 4_902, { rate: 2100, reason: 'venue', country: 'BE' })])
      expect(same.groups.map(({ vat, vatCents }) => [vat.country, vatCents])).toEqual([
        ['NL', sign * 1_029],
        ['BE', sign * 1_030],
      ])
      expect(same).toMatchObject({ vatCents: sign * 2_059, totalCents: sign * 11_863 })
    }
    expect(totalsOf([])).toEqual({ netCents: 0, vatCents: 0, totalCents: 0, groups: [] })
  })

  it('of a credit equals what was charged, for every amount and rate', () => {
    const random = randoms()
    const next = (most: number) => Number(random.next().value) % most
    const rates = Object.values(STANDARD_RATES)
    for (let round = 0; round < 2_000; round += 1) {
      const lines = Array.from({ length: 1 + next(6) }, () =>
        line(1 + next(40), next(500_000), { ...NL, rate: rates[next(rates.length)]! }),
      )
      const charged = totalsOf(lines)
      const given = totalsOf(lines.map((one) => ({ ...one, unitCents: -one.unitCents })))
      expect(given.totalCents + charged.totalCents).toBe(0)
      expect(charged.totalCents).toBe(charged.netCents + charged.vatCents)
      // At most half a cent per group away from the exact value.
      const exact = lines.reduce((sum, one) => sum + (amountOf(one) * one.vat.rate) / 10_000, 0)
      expect(Math.abs(charged.vatCents - exact)).toBeLessThanOrEqual(charged.groups.length * 0.5 + 1e-6)
      expect(totalsOf([...lines].reverse()).totalCents).toBe(charged.totalCents)
    }
  })

  it('refuses fractions, huge values and values that are not numbers', () => {
    for (const cents of [0.5, Number.NaN, Infinity, 2 ** 60]) expect(() => totalsOf([line(1, cents)])).toThrow(RangeError)
    expect(() => totalsOf([line(1e9, 1e9)])).toThrow(RangeError)
    expect(() => shareOf(100, 0.5)).toThrow(RangeError)
    expect(Object.is(shareOf(-1, 0), 0)).toBe(true)
  })

  it('has its reason: reverse charge, exempt teaching, the venue’s, or the seller’s own', () => {
    const german = { country: 'DE', vatNumber: 'DE136695976' }
    const course = (more: Partial<Rates> = {}) => vatOf('course', { ...RATES, ...more })
    const taxed = (because: Vat['because']): Vat => ({ ...NL, ...(because && { because }) })
    const free = (because: Vat['because']): Vat => ({ rate: 0, reason: 'exempt', country: 'NL', ...(because && { because }) })
    expect(course()).toEqual(taxed('elearning'))
    expect(course({ registered: true })).toEqual(taxed('elearning'))
    expect(course({ taught: true })).toEqual(taxed('not_registered'))
    expect(course({ taught: true, registered: true })).toEqual(free('taught'))
    // A sale to a business elsewhere in the EU is not taxed here, so it is not exempt here either.
    for (const taught of [false, true]) {
      const vat = course({ taught, registered: true, buyer: german })
      expect(vat).toEqual({ rate: 0, reason: 'reverse_charge', country: 'DE' })
    }
    // A buyer without a VAT number pays the seller's rate; a domestic number changes nothing; outside the EU there is no reverse charge.
    expect(course({ buyer: { ...german, vatNumber: null } })).toEqual(taxed('elearning'))
    expect(course({ buyer: { country: 'NL', vatNumber: 'NL1' } })).toEqual(taxed('elearning'))
    expect(course({ buyer: { country: 'US', vatNumber: 'X' } })).toEqual(taxed('elearning'))
    // Payment costs are never exempt.
    expect(vatOf('costs', { ...RATES, registered: true, taught: true })).toEqual(NL)
    expect(vatOf('costs', { ...RATES, buyer: german }).reason).toBe('reverse_charge')
  })

  it('exempts an exam only when it concludes exempt teaching', () => {
    const exam = (more: Partial<Rates>) => vatOf('exam', { ...RATES, ...more })
    const all = { registered: true, taught: true, closes: true }
    expect(exam(all)).toMatchObject({ rate: 0, reason: 'exempt', because: 'closing_exam' })
    expect(exam({ ...all, closes: false })).toMatchObject({ rate: 2100, because: 'loose_exam' })
    expect(exam({ ...all, taught: false })).toMatchObject({ rate: 2100, because: 'loose_exam' })
    expect(exam({ ...all, registered: false })).toMatchObject({ rate: 2100, because: 'not_registered' })
    const german = { country: 'DE', vatNumber: 'DE136695976' }
    expect(exam({ ...all, buyer: german, venue: 'BE' })).toEqual({ rate: 2100, reason: 'venue', country: 'BE' })
    expect(exam({ buyer: german })).toMatchObject({ rate: 2100, reason: 'standard', country: 'NL' })
  })

  it('never exempts an exam that is booked on its own', () => {
    const rates = { ...RATES, registered: true, taught: true, closes: true }
    const reasons = (type: PriceFacts['type']) => priceLines({ ...facts, type, rates }).map(({ key, vat }) => [key, vat.because])
    expect(reasons('elearning_exam')).toEqual([
      ['release', 'taught'],
      ['exam', 'closing_exam'],
      ['transaction', undefined],
    ])
    expect(reasons('exam')).toEqual([
      ['exam', 'loose_exam'],
      ['transaction', undefined],
    ])
  })
})

const facts: PriceFacts = {
  type: 'elearning_exam',
  people: 3,
  courseCents: 4_900,
  examCents: 19_500,
  contract: null,
  method: 'card',
  costs: { card: 35, invoice: 0 },
  rates: RATES,
}
const short = (lines: readonly { key: string; quantity: number; unitCents: number }[]) =>
  lines.map(({ key, quantity, unitCents }) => [key, quantity, unitCents])

describe('the price of a booking', () => {
  it('is the release and the exam of each person, plus the payment costs', () => {
    expect(short(priceLines(facts))).toEqual([
      ['release', 3, 4_900],
      ['exam', 3, 19_500],
      ['transaction', 1, 35],
    ])
    expect(short(priceLines({ ...facts, type: 'elearning', method: 'invoice' }))).toEqual([['release', 3, 4_900]])
    expect(short(priceLines({ ...facts, type: 'exam', method: null }))).toEqual([['exam', 3, 19_500]])
  })

  it('is zero within the contract, and the agreed extra price beyond its limit', () => {
    expect(short(priceLines({ ...facts, contract: { extraCents: 0 }, method: null }))).toEqual([
      ['release', 3, 0],
      ['exam', 3, 19_500],
    ])
    expect(short(priceLines({ ...facts, type: 'elearning', contract: { extraCents: 2_500 }, method: null }))).toEqual([
      ['release', 3, 0],
      ['contract_extra', 1, 2_500],
    ])
  })

  it('applies the discount of SIR members to the exam, up to its price', () => {
    expect(sirDiscount(priceLines(facts))).toMatchObject({ key: 'sir_discount', quantity: 3, unitCents: -10_000 })
    expect(sirDiscount(priceLines({ ...facts, examCents: 6_000 }))).toMatchObject({ unitCents: -6_000 })
    expect(sirDiscount(priceLines({ ...facts, type: 'elearning' }))).toBeNull()
    expect(sirDiscount(priceLines({ ...facts, examCents: 0 }))).toBeNull()
  })
})

describe('cancelling', () => {
  const at = (exam: string | null, today: string, begun = false) => dueShare(DEFAULT_POLICY, { exam, begun, today })

  it('costs nothing until 14 days before the exam, half until 7, everything after', () => {
    expect(at('2026-12-15', '2026-12-01')).toBe(0)
    expect(at('2026-12-15', '2026-12-02')).toBe(5_000)
    expect(at('2026-12-15', '2026-12-08')).toBe(5_000)
    expect(at('2026-12-15', '2026-12-09')).toBe(10_000)
    expect(at('2026-12-15', '2026-12-20')).toBe(10_000)
    // A day stays a day when the clocks change.
    expect(at('2027-04-03', '2027-03-20')).toBe(0)
  })

  it('of a course without an exam is free until somebody began', () => {
    expect(at(null, '2026-12-01')).toBe(0)
    expect(at(null, '2026-12-01', true)).toBe(10_000)
  })

  it('by the platform credits everything, whatever was changed before', () => {
    const lines = priceLines(facts)
    expect(totalsOf([...lines, ...refusalLines(lines)])).toMatchObject({ netCents: 0, totalCents: 0 })
    const changed = [...lines, { key: 'changed' as const, quantity: 1, unitCents: 3_000, vat: NL }, sirDiscount(lines)!]
    expect(totalsOf([...changed, ...refusalLines(changed)]).totalCents).toBe(0)
  })

  it('credits each tax separately when the course changed to one with a different tax', () => {
    const exempt: Vat = { rate: 0, reason: 'exempt', country: 'NL', because: 'taught' }
    const lines = priceLines({ ...facts, type: 'elearning', method: null })
    // 3 × 49 euros with 21 % are credited, 3 × 60 euros without VAT are charged.
    const added = courseChangeLines(lines, 18_000, exempt, 3)
    expect(added.map(({ quantity, unitCents, vat }) => [quantity, unitCents, vat.reason])).toEqual([
      [3, -4_900, 'standard'],
      [3, 6_000, 'exempt'],
    ])
    expect(totalsOf([...lines, ...added])).toMatchObject({ vatCents: 0, totalCents: 18_000 })
    const changed = [...lines, ...added.map((one) => ({ ...one, bill: 'second' }))]
    const back = cancellationLines(changed, 'course', 0)
    expect(back.map(({ unitCents, vat, bill }) => [unitCents, vat.reason, bill])).toEqual([[-6_000, 'exempt', 'second']])
    expect(totalsOf([...changed, ...back]).totalCents).toBe(0)
    // With the same tax only the difference is charged.
    expect(short(courseChangeLines(lines, 18_000, { ...NL, because: 'elearning' }, 3))).toEqual([['changed', 3, 1_100]])
  })

  it('credits the part and keeps the amount due, with its original tax', () => {
    const lines = priceLines(facts)
    expect(short(cancellationLines(lines, 'exam', 5_000))).toEqual([
      ['cancelled_exam', 3, -19_500],
      ['cancellation', 3, 9_750],
    ])
    expect(short(cancellationLines(lines, 'course', 0))).toEqual([['cancelled_course', 3, -4_900]])
    // An amount that cannot be divided to the cent is one sum.
    expect(short(cancellationLines(lines, 'exam', 3_333))[1]).toEqual(['cancellation', 1, 19_498])
    // What is already credited, or was never paid, is not credited again.
    expect(cancellationLines([...lines, ...cancellationLines(lines, 'exam', 5_000)], 'exam', 0)).toEqual([])
    // A discount does not apply to what is credited.
    const discounted = [...lines, sirDiscount(lines)!]
    expect(totalsOf([...discounted, ...cancellationLines(discounted, 'exam', 0)]).netCents).toBe(14_735)
    for (const share of [0, 1, 3_333, 5_000, 9_999, 10_000]) {
      const left = totalsOf([...lines, ...cancellationLines(lines, 'exam', share)]).netCents - 14_735
      expect(left).toBe(shareOf(58_500, share))
    }
  })
})
