import { describe, expect, it } from 'vitest'
import { type Definition, definitionOf } from '../contract/definition.js'
import { addressesIn, draftOf, keyOf, newStep, relinked, textOf, valuesOf, wrongNumbers } from '../web/flow_values.js'

const definition: Definition = {
  steps: [
    { key: 's1', course: 7, due_days: null, optional: false },
    { key: 'c9', course: 8, due_days: 30, optional: true },
  ],
  rules: [
    { step: 's1', type: 'direct' },
    { step: 'c9', type: 'relative', other: 's1', when: 'opened', days: 3 },
  ],
  ...{ finish: 's1', expired: 'extend', skip_held: false, repeat_months: 12 },
}
const flow = { name: 'Flow', active: true, groups: [], filter: null, again: false, refresh_flow: null, definition }

describe('the form of a flow', () => {
  it('returns the values it was filled with, with the keys that people have started', () => {
    const draft = draftOf(valuesOf(flow))
    expect(draft.steps).toEqual(definition.steps)
    expect(draft).toMatchObject({ ...definition, rules: definition.rules })
  })

  it('returns choices and days of the person', () => {
    const steps = [
      { ...definition.steps[0]!, optional: false, choice: 'b' as const },
      { ...definition.steps[1]!, optional: false, choice: 'b' as const },
    ]
    const rules = [
      { step: 's1', type: 'anchor' as const, anchor: 'certificate_end' as const, course: 7, days: -30 },
      { step: 'c9', type: 'anchor' as const, anchor: 'profile' as const, field: 3, days: 0 },
    ]
    const own = { ...definition, steps, rules, choices: [{ key: 'b' as const, needed: 2 }], finish: null }
    expect(definitionOf(draftOf(valuesOf({ ...flow, definition: own })))).toEqual(own)
  })

  it('returns when the flow repeats', () => {
    for (const rounds of [
      { repeat_months: null },
      { repeat_months: 6 },
      { repeat_months: 24, repeat_from: 'previous_end' as const, repeat_opens: 2 },
      { repeat_months: 12, repeat_from: 'date' as const, repeat_on: '02-09' },
    ]) {
      const own: Definition = { ...definition, ...rounds }
      expect(definitionOf(draftOf(valuesOf({ ...flow, definition: own })))).toEqual(own)
    }
  })

  it('gives a new course a key of its own', () => {
    const values = valuesOf(flow)
    const added = { ...values, courses: [...values.courses, '9'] }
    expect(keyOf(added, '9')).toBe('c9x')
    expect(draftOf(added).rules[2]).toMatchObject({ step: 'c9x', type: 'status', other: 'c9', when: 'finished' })
  })

  it('makes a course that waited for a removed one wait for the one before that', () => {
    const steps = { c1: newStep(undefined), c2: newStep('1'), c3: newStep('2'), c4: newStep('3') }
    expect(relinked({ courses: ['1', '2', '3', '4'], steps }, '3')).toBeNull()
    expect(relinked({ courses: ['1', '3', '4'], steps }, '3')).toBe('1')
    expect(relinked({ courses: ['1', '4'], steps }, '4')).toBe('1')
    // The removed one waited for nothing, or for the course itself.
    expect(relinked({ courses: ['2', '3', '4'], steps }, '2')).toBeNull()
    expect(relinked({ courses: ['1', '3'], steps: { ...steps, c2: newStep('3') } }, '3')).toBeNull()
  })
})

describe('typed numbers', () => {
  it('are refused when they would be read as nothing', () => {
    const values = valuesOf(flow)
    const typed = (due: string, over: object = {}) => ({
      ...values,
      steps: { ...values.steps, c7: { ...values.steps.c7!, due_days: due } },
      ...over,
    })
    expect([wrongNumbers(values), wrongNumbers(typed(' 14 ')), wrongNumbers(typed(''))]).toEqual([[], [], []])
    expect(wrongNumbers(typed('30 d'))).toEqual([{ field: 'steps.c7.due_days', rule: 'withoutDecimals' }])
    expect(wrongNumbers(typed('0'))).toEqual([{ field: 'steps.c7.due_days', rule: 'min', meta: { min: 1 } }])
    expect(wrongNumbers(typed('9999'))).toEqual([{ field: 'steps.c7.due_days', rule: 'max', meta: { max: 3650 } }])
    const rounds = { repeat_months: 'jaar', repeat_opens: '1,5' }
    expect(wrongNumbers(typed('', { ...rounds, repeat: 'finished' })).map(({ field }) => field)).toEqual(['repeat_months', 'repeat_opens'])
    expect(wrongNumbers(typed('', { ...rounds, repeat: 'date' })).map(({ field }) => field)).toEqual(['repeat_opens'])
    expect(wrongNumbers(typed('', { ...rounds, repeat: 'never' }))).toEqual([])
  })
})

describe('pasted addresses', () => {
  it('are found in a list, in a column and in rows with other columns', () => {
    expect(addressesIn('a@x.nl, b@x.nl; c@x.nl')).toEqual(['a@x.nl', 'b@x.nl', 'c@x.nl'])
    const file = 'Naam;E-mailadres;Locatie\r\nSanne de Vries;a@x.nl;Den Helder\r\n"Bakker, Daan";"b@x.nl";IJmuiden\r\n'
    expect(addressesIn(file)).toEqual(['a@x.nl', 'b@x.nl'])
    expect(addressesIn('Anna Kok <a@x.nl>\nb@x.nl')).toEqual(['a@x.nl', 'b@x.nl'])
  })

  it('are read from files as Excel writes them', () => {
    const rows = 'Naam\tE-mailadres\r\nZoë\ta@x.nl\r\n'
    const bytes = (...chunks: Buffer[]) => new Uint8Array(Buffer.concat(chunks)).buffer
    expect(addressesIn(textOf(bytes(Buffer.from([0xff, 0xfe]), Buffer.from(rows, 'utf16le'))))).toEqual(['a@x.nl'])
    expect(addressesIn(textOf(bytes(Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(rows))))).toEqual(['a@x.nl'])
    expect(addressesIn(textOf(bytes(Buffer.from(rows, 'latin1'))))).toEqual(['a@x.nl'])
  })

  it('keep a row without an address, so that it is reported as not found', () => {
    expect(addressesIn('a@x.nl\nb.x.nl')).toEqual(['a@x.nl', 'b.x.nl'])
    expect(addressesIn('')).toEqual([])
  })
})
