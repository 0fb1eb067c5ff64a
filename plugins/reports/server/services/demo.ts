import db from '@adonisjs/lucid/services/db'
import { DateTime } from 'luxon'
import { nextAt } from '#core/kit/days'
import { currentCompanyId } from '#core/kit/scope'
import type { ReportDefinition } from '../../contract/definition.js'
import type { Schedule } from './schedule.js'

const base = { match: 'all', filters: [], period: null, people: {}, company: null, group: null, chart: null, sort: null } as const

interface DemoReport {
  name: string
  shared: boolean
  definition: ReportDefinition
  schedule?: Schedule
}

const REPORTS: DemoReport[] = [
  {
    name: 'Te late trainingen',
    shared: true,
    schedule: { every: 'week', on: 1, hour: 7, format: 'xlsx' },
    definition: {
      ...base,
      source: 'learning.participations',
      columns: ['person', 'course', 'status', 'progress', 'due_at'],
      filters: [
        { column: 'overdue', op: 'yes' },
        { column: 'latest', op: 'yes' },
        { column: 'person_status', op: 'any_of', values: ['active'] },
      ],
      sort: 'due_at',
    },
  },
  {
    name: 'Geslaagd per maand',
    shared: true,
    definition: {
      ...base,
      source: 'reports.actions',
      columns: ['occurred_at', 'person', 'course', 'grade'],
      filters: [{ column: 'kind', op: 'any_of', values: ['passed'] }],
      period: { column: 'occurred_at', kind: 'last', days: 365 },
      group: { column: 'occurred_at', unit: 'month' },
      chart: 'line',
    },
  },
  {
    name: 'Hoe staat het met de trainingen?',
    shared: true,
    definition: {
      ...base,
      source: 'learning.participations',
      columns: ['person', 'course', 'status'],
      filters: [{ column: 'latest', op: 'yes' }],
      group: { column: 'status' },
      chart: 'bar',
    },
  },
  {
    name: 'Geldige certificaten, wat het eerst afloopt bovenaan',
    shared: false,
    definition: {
      ...base,
      source: 'certificates.certificates',
      columns: ['person', 'course', 'number', 'valid_until'],
      filters: [{ column: 'status', op: 'any_of', values: ['valid'] }],
      sort: 'valid_until',
    },
  },
  {
    name: 'Nog nooit ingelogd',
    shared: false,
    definition: {
      ...base,
      source: 'people.people',
      columns: ['name', 'email', 'joined_at'],
      filters: [
        { column: 'last_seen_at', op: 'empty' },
        { column: 'status', op: 'any_of', values: ['active'] },
      ],
      sort: 'joined_at',
    },
  },
]

/** Reports of the company's first supervisor. Idempotent. */
export async function loadDemo(_company: { loginId: string }): Promise<void> {
  if (await db.from('reports_reports').select('id').first()) return
  const owner = await db.from('kit_members').where({ role: 'beheerder', status: 'active' }).orderBy('id').select('id').first()
  if (!owner) return
  for (const { name, shared, definition, schedule } of REPORTS) {
    await db.table('reports_reports').insert({
      ...{ company_id: currentCompanyId(), membership_id: owner.id, name, shared, definition: JSON.stringify(definition) },
      ...(schedule && { schedule: JSON.stringify(schedule), next_at: nextAt(schedule, DateTime.now()).toJSDate() }),
    })
  }
}
