import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { EXAM_KINDS, EXAM_PRESETS } from '../contract/kinds.js'

// Well-known exams of the trade: what a preset fills in, and what an admin's change keeps of it.

const url = '/api/exams/exams'
let app: TestApp
let admin: TestClient
let course: number

beforeAll(async () => {
  app = await testApp()
  await app.settle()
  admin = await signInAs('admin@platform.example')
  course = (await admin.get('/api/exams/options')).body.data.courses[0].id
})

const exam = (more: object = {}) => ({
  ...{ course_id: course, languages: ['nl'], provider: null, adults_only: false, certificate: {}, valid_months: null, active: true },
  ...more,
})
const NUMBERS = {
  ...{ kind: 'vol_vca', questions: 60, pass_percent: 64.5, minutes: 75, valid_months: 120 },
  ...{ register: 'vca', price_cents: 21_500, adjustments: ['reading_aloud'], adjusted_minutes: 120 },
  ...{ source: 'Exameneisen', source_on: '2026-11-01', to_confirm: true },
}

describe('presets', () => {
  it('have the known numbers, and say that they are to be confirmed', () => {
    const numbers = EXAM_KINDS.map((kind) => {
      const { questions, minutes, passPercent, validMonths, adjustedMinutes, register } = EXAM_PRESETS[kind]
      return [kind, questions, minutes, passPercent, validMonths, adjustedMinutes, register]
    })
    expect(numbers).toEqual([
      ['b_vca', 40, 60, 64.5, 120, 75, 'vca'],
      ['vol_vca', 60, 75, 64.5, 120, 120, 'vca'],
      ['vil_vcu', 60, 75, 64.5, 120, 120, 'vca'],
      ['sog', null, null, null, null, null, null],
      ['sir', null, null, null, null, null, 'sir'],
    ])
    expect(Object.values(EXAM_PRESETS).every(({ toConfirm }) => toConfirm)).toBe(true)
  })

  it('have a name and a source in both languages', async () => {
    for (const language of ['nl', 'en']) {
      const path = fileURLToPath(new URL(`../locales/${language}.json`, import.meta.url))
      const words: Record<string, string> = JSON.parse(await readFile(path, 'utf8'))
      for (const kind of EXAM_KINDS)
        expect([words[`exams.kind.${kind}`], words[`exams.kind_source.${kind}`]].every(Boolean), kind).toBe(true)
    }
  })
})

describe('an exam of a kind', () => {
  it('stores its numbers with their source and date, and is filtered by kind and by what is to be confirmed', async () => {
    const made = await admin.post(url, exam(NUMBERS))
    expect(made.status).toBe(201)
    const { id } = made.body.data
    expect((await admin.get(`${url}/${id}`)).body.data).toMatchObject(NUMBERS)
    const ids = async (filter: string) => (await admin.get(`${url}?${filter}`)).body.data.map((row: { id: number }) => row.id)
    expect(await ids('kind=vol_vca')).toEqual([id])
    expect(await ids('kind=vol_vca&to_confirm=false')).toEqual([])
    // An admin confirms it; omitted fields do not change.
    const { updated_at } = (await admin.get(`${url}/${id}`)).body.data
    const confirmed = await admin.put(`${url}/${id}`, exam({ valid_months: 120, questions: 70, to_confirm: false, updated_at }))
    expect(confirmed.body.data).toMatchObject({ ...NUMBERS, questions: 70, to_confirm: false })
    expect(await ids('kind=vol_vca&to_confirm=false')).toEqual([id])
  })

  it('is refused with an unknown kind, and with impossible numbers', async () => {
    const refused = async (more: object) => (await admin.post(url, exam(more))).body.errors?.[0]?.field
    expect(await refused({ kind: 'gwo' })).toBe('kind')
    expect(await refused({ questions: 0 })).toBe('questions')
    expect(await refused({ pass_percent: 100.5 })).toBe('pass_percent')
    expect(await refused({ pass_percent: 64.55 })).toBe('pass_percent')
    expect(await refused({ source_on: '2026-13-01' })).toBe('source_on')
    expect(await refused({ price_cents: -1 })).toBe('price_cents')
    expect(await refused({ adjustments: ['louder'] })).toBe('adjustments.0')
    expect(await refused({ adjusted_minutes: 1 })).toBe('adjusted_minutes')
  })

  it('is taken in a language that its course does not have', async () => {
    const made = (await admin.post(url, exam({ languages: ['pl', 'ar', 'ru'] }))).body.data
    const moment = { city: 'Utrecht', location: 'Zaal', address: '' }
    const added = await admin.post('/api/exams/moments', {
      ...{
        exam_id: made.id,
        language: 'ar',
        day: addDays(today(), 30),
        time: '09:00',
        seats: 3,
        provider: null,
        adults_only: false,
        weeks: 1,
      },
      places: [moment],
    })
    expect(added.status).toBe(201)
    const supervisor = await signInAs('beheerder@noordwind.example')
    const { body } = await supervisor.get(`/api/booking/moments?course=${course}&language=ar`)
    expect(body.data).toHaveLength(1)
  })
})

it('shows the kind of each demo exam, its source and what is to be confirmed', async () => {
  const { body } = await admin.get(`${url}?search=vca&per_page=100`)
  expect(body.data.find(({ kind }: { kind: string }) => kind === 'b_vca')).toMatchObject({
    ...{ questions: 40, pass_percent: 64.5, minutes: 60, valid_months: 120, source_on: '2025-12-31', to_confirm: true },
    source: expect.stringContaining('ETT 3.0'),
    ...{ register: 'vca', adjustments: ['reading_aloud', 'extra_time'], adjusted_minutes: 75 },
  })
})
