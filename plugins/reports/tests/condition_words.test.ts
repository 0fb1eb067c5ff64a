import { describe, expect, it } from 'vitest'
import { conditionPhrases } from '../contract/condition_words.js'
import type { ReportDefinition } from '../contract/definition.js'

const definition = (change: Partial<ReportDefinition>): ReportDefinition => ({
  ...{ source: 'x', columns: ['name'], match: 'all', filters: [], period: null, people: {}, company: null, group: null, sort: null },
  ...{ chart: null },
  ...change,
})
const columns = [
  { key: 'name', label: 'column.name' },
  { key: 'status', label: 'column.status', choices: { passed: 'status.passed' } },
  { key: 'at', label: 'column.at' },
]
const groups = [
  {
    key: 'groups_group',
    label: 'groups.filter',
    options: [
      { value: '4', label: 'IJmuiden' },
      { value: '5', label: 'Den Helder' },
    ],
  },
]
const say = (change: Partial<ReportDefinition>) =>
  conditionPhrases(
    definition(change),
    { columns, people: groups },
    { t: (message, values) => (values ? `${message}${JSON.stringify(values)}` : message), day: (day) => day ?? '' },
  )

describe('the conditions of a report, in words', () => {
  it('are empty without conditions', () => {
    expect(say({})).toEqual([])
  })

  it('name groups, the period and each filter', () => {
    expect(
      say({
        people: { groups_group: [5, 4], gone_filter: [9] },
        period: { column: 'at', kind: 'between', from: '2026-01-01' },
        filters: [
          { column: 'status', op: 'any_of', values: ['passed', 'unknown'] },
          { column: 'name', op: 'contains', value: 'vos' },
          { column: 'at', op: 'last', value: '10' },
          { column: 'name', op: 'empty' },
        ],
      }),
    ).toEqual([
      'groups.filter: IJmuiden, Den Helder',
      'column.at: reports.period.between_phrase{"from":"2026-01-01","to":"…"}',
      'column.status: status.passed, unknown',
      'reports.filter.phrase{"column":"column.name","op":"reports.op.contains","value":"vos"}',
      'column.at: reports.period.last_days{"count":10}',
      'reports.filter.phrase{"column":"column.name","op":"reports.op.empty","value":""}',
    ])
  })
})
