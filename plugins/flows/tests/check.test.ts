import { describe, expect, it } from 'vitest'
import { checkFlow } from '../contract/check.js'
import type { DraftDefinition, RuleDraft } from '../contract/definition.js'

const TODAY = '2026-11-27'
const step = (key: string, course: number, optional = false) => ({ key, course, due_days: null, optional })
const direct = (key: string): RuleDraft => ({ step: key, type: 'direct' })
const after = (key: string, other: string): RuleDraft => ({ step: key, type: 'status', other, when: 'finished' })
const flow = (over: Partial<DraftDefinition> = {}): DraftDefinition => ({
  steps: [step('a', 1), step('b', 2), step('c', 3)],
  rules: [direct('a'), after('b', 'a'), after('c', 'b')],
  ...{ finish: null, expired: 'restart', skip_held: true, repeat_months: null },
  ...over,
})
const codes = (over: Partial<DraftDefinition>) => checkFlow(flow(over), TODAY).map(({ code, step: at }) => (at ? `${at} ${code}` : code))

describe('checking a flow', () => {
  it('passes when nothing is wrong', () => {
    expect(codes({})).toEqual([])
  })

  it('requires two trainings, each once, and a required one', () => {
    expect(codes({ steps: [step('a', 1)], rules: [direct('a')] })).toEqual(['too_few_steps'])
    expect(codes({ steps: [step('a', 1), step('b', 1), step('c', 3)] })).toEqual(['b course_twice'])
    expect(codes({ steps: ['a', 'b', 'c'].map((key, index) => step(key, index + 1, true)) })).toEqual(['all_optional'])
    expect(codes({ steps: [step('a', 1), step('b', 2), step('c', 3, true)], finish: 'c' })).toEqual(['c finish_optional'])
    expect(codes({ finish: 'z' })).toEqual(['finish_unknown'])
    const many = Array.from({ length: 500 }, (_one, index) => step(`s${index}`, index + 1))
    expect(codes({ steps: many, rules: many.map(({ key }) => direct(key)) })).toEqual(['too_many_steps'])
  })

  it('reports the five errors of a rule', () => {
    const rules = (rule: RuleDraft, ...more: RuleDraft[]) => codes({ rules: [direct('a'), rule, after('c', 'b'), ...more] })
    expect(rules({ step: 'b', type: 'relative', other: 'a', when: 'finished', days: null })).toEqual(['b rule_missing_fields'])
    expect(rules({ step: 'b', type: 'date', on: '2026-02-30', mode: 'from' })).toEqual(['b rule_missing_fields'])
    expect(rules({ step: 'b', type: 'status', other: 'gone', when: 'opened' })).toEqual(['b rule_missing_fields'])
    expect(codes({ rules: [direct('a'), after('c', 'b')] })).toEqual(['b rule_missing_fields'])
    expect(rules({ step: 'b', type: 'date', on: '2026-11-26', mode: 'at' })).toEqual(['b rule_date_past'])
    expect(rules({ step: 'b', type: 'date', on: '2026-11-26', mode: 'from' })).toEqual([])
    expect(rules(after('b', 'b'))).toEqual(['b rule_about_itself'])
    expect(rules(after('b', 'a'), after('b', 'a'))).toEqual(['b rule_duplicate'])
    expect(rules(after('b', 'a'), direct('b'))).toEqual(['b rule_conflict'])
  })

  it('accepts a past date that was saved earlier', () => {
    const rules: RuleDraft[] = [direct('a'), { step: 'b', type: 'date', on: '2026-11-01', mode: 'at' }, after('c', 'b')]
    expect(checkFlow(flow({ rules }), TODAY, rules)).toEqual([])
  })

  it('requires two trainings in a choice, and no more than it has', () => {
    const chosen = (needed: number, ...keys: string[]) =>
      codes({
        steps: flow().steps.map((one) => (keys.includes(one.key) ? { ...one, choice: 'a' } : one)),
        choices: [{ key: 'a', needed }],
      })
    expect(chosen(1, 'b', 'c')).toEqual([])
    expect(chosen(3, 'b', 'c')).toEqual(['b choice_wrong', 'c choice_wrong'])
    expect(chosen(1, 'b')).toEqual(['b choice_wrong'])
    expect(codes({ steps: [step('a', 1), { ...step('b', 2), choice: 'b' }, step('c', 3)] })).toEqual(['b choice_wrong'])
    const both = [step('a', 1), { ...step('b', 2, true), choice: 'a' as const }, { ...step('c', 3), choice: 'a' as const }]
    expect(codes({ steps: both, choices: [{ key: 'a', needed: 1 }] })).toEqual(['b choice_wrong'])
  })

  it('requires the fields of a day of the person', () => {
    const anchored = (rule: Partial<RuleDraft>) => codes({ rules: [direct('a'), { step: 'b', type: 'anchor', ...rule }, after('c', 'b')] })
    expect(anchored({ anchor: 'first_sign_in', days: 0 })).toEqual([])
    expect(anchored({ anchor: 'certificate_end', course: 1, days: -60 })).toEqual([])
    for (const rule of [{ anchor: 'profile' as const, days: 0 }, { anchor: 'certificate_end' as const, days: 1 }, { days: 1 }])
      expect(anchored(rule)).toEqual(['b rule_missing_fields'])
    expect(anchored({ anchor: 'joined_company', days: null })).toEqual(['b rule_missing_fields'])
  })

  it('reports a cycle once, with its path', () => {
    const found = checkFlow(flow({ rules: [after('a', 'c'), after('b', 'a'), after('c', 'b')] }), TODAY)
    expect(found).toEqual([{ code: 'rule_cycle', step: 'a', path: ['a', 'c', 'b', 'a'] }])
  })
})
