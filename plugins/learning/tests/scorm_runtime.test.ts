import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import type { PackageItem, ScormStandard } from '../server/media/media_types.js'
import { type Elements, NO_RESULT, startOf, mergeResult } from '../server/scorm/results.js'
import { interactionsOf } from '../server/scorm/interactions.js'
import { runtimeLibrary, runtimeScript, sharingScript } from '../server/scorm/runtime.js'

type Call = (...given: string[]) => string
const item: PackageItem = { id: 'i', title: '', href: '', reports: true, mastery: null, launchData: '' }

/** The runtime in a package's page, with the last message to the page around it. */
async function runtime(standard: ScormStandard, beginning: Elements = {}) {
  const told: { said: Elements }[] = []
  const page: Record<string, unknown> = {
    name: '',
    location: { origin: 'null' },
    postMessage: (message: { said: Elements }) => told.push(structuredClone(message)),
  }
  Object.assign(page, {
    window: page,
    self: page,
    parent: page,
    console,
    setTimeout: () => 1,
    clearTimeout: () => {},
    addEventListener: () => {},
  })
  createContext(page)
  runInContext((await runtimeLibrary(standard)).toString(), page)
  runInContext(runtimeScript(standard, 'token', beginning), page)
  const api = page[standard === '1.2' ? 'API' : 'API_1484_11'] as Record<string, Call>
  const prefix = standard === '1.2' ? 'LMS' : ''
  const call = (name: string, ...given: string[]) => api[prefix + name]!(...given)
  call('Initialize', '')
  return { call, said: () => told.at(-1)!.said }
}

/** What the platform stores of the report, and the initial data of the next opening. */
const kept = (standard: ScormStandard, said: Elements) => mergeResult(standard, item, NO_RESULT, said, 60)
const next = (standard: ScormStandard, said: Elements) => startOf(standard, item, kept(standard, said), { id: 'p', name: 'N' })

/** A window on the packages origin: the player, or a page of the package. */
async function windowOf(standard: ScormStandard, token: string, around: { player?: boolean; parent?: unknown; opener?: unknown }) {
  const page: Record<string, unknown> = { name: '', location: { origin: 'https://packages.example' }, opener: around.opener ?? null }
  const ignored = { console, setTimeout: () => 1, clearTimeout: () => {}, addEventListener: () => {} }
  Object.assign(page, { window: page, self: page, parent: around.parent ?? page, ...ignored })
  createContext(page)
  if (around.player) runInContext((await runtimeLibrary(standard)).toString(), page)
  runInContext(around.player ? runtimeScript(standard, token, {}, 'https://leren.example') : sharingScript(standard, token), page)
  return { page, api: page[standard === '1.2' ? 'API' : 'API_1484_11'] as Record<string, Call> }
}

/** The platform's page around it, on another origin, so none of its properties can be read. */
function platformPage() {
  const posted: { message: { scorm: string; said: Elements }; to: string }[] = []
  const post = (message: { scorm: string; said: Elements }, to: string) => posted.push({ message: structuredClone(message), to })
  const page: object = new Proxy(
    {},
    {
      get: (_, name) => {
        if (name === 'postMessage') return post
        if (name === 'parent') return page
        throw new Error('SecurityError')
      },
    },
  )
  return { page, posted }
}

describe('pages of a package that frame each other', () => {
  it.each(['1.2', '2004'] as const)('SCORM %s: share one API, in nested frames and in windows', async (standard) => {
    const platform = platformPage()
    const player = await windowOf(standard, 'token', { player: true, parent: platform.page })
    const first = await windowOf(standard, 'token', { parent: player.page })
    const inner = await windowOf(standard, 'token', { parent: first.page })
    const popup = await windowOf(standard, 'token', { opener: inner.page })
    const inPopup = await windowOf(standard, 'token', { parent: popup.page })
    for (const { api } of [first, inner, popup, inPopup]) expect(api).toBe(player.api)
    // Another package cannot use this API, and a page without a player has none.
    expect((await windowOf(standard, 'other', { opener: first.page })).api).toBeUndefined()
    expect((await windowOf(standard, 'token', {})).api).toBeUndefined()

    const [prefix, status] = standard === '1.2' ? ['LMS', 'cmi.core.lesson_status'] : ['', 'cmi.completion_status']
    expect(first.api[`${prefix}Initialize`]!('')).toBe('true')
    expect(inPopup.api[`${prefix}SetValue`]!(status, 'completed')).toBe('true')
    inner.api[`${prefix}Commit`]!('')
    const message = { scorm: 'token', said: { [status]: 'completed' }, over: false }
    // Posted to each window above the player, and only delivered to the platform's origin.
    expect(platform.posted).toEqual([{ message, to: 'https://leren.example' }])
    expect(player.page.name).toBe('')
  })
})

describe('the runtime next to a package', () => {
  it.each([
    ['1.2', 'cmi.core.lesson_location'],
    ['2004', 'cmi.location'],
  ] as const)('SCORM %s: accepts more than the standard’s maximum lengths, and returns the whole value', async (standard, location) => {
    const { call, said } = await runtime(standard)
    const [long, place] = ['d'.repeat(150_000), 'p'.repeat(3000)]
    expect([call('SetValue', 'cmi.suspend_data', long), call('SetValue', location, place)]).toEqual(['true', 'true'])
    expect(call('GetValue', 'cmi.suspend_data')).toBe(long)
    expect(call('SetValue', 'cmi.suspend_data', 'x'.repeat(200_001))).toBe('false')
    expect(call('Commit', '')).toBe('true')
    const again = await runtime(standard, next(standard, said()))
    expect([again.call('GetValue', 'cmi.suspend_data'), again.call('GetValue', location)]).toEqual([long, place])
    // A long value can become short again.
    again.call('SetValue', location, 'kort')
    expect(again.call('GetValue', location)).toBe('kort')
  })

  it.each([
    ['1.2', 'student_response', 'wrong', 'a'],
    ['2004', 'learner_response', 'incorrect', 'a'],
  ] as const)('SCORM %s: reports the answers, and continues after them at the next opening', async (standard, field, wrong, answer) => {
    const tell = ({ call }: Awaited<ReturnType<typeof runtime>>, index: number, result: string) => {
      for (const [name, value] of [
        ['id', `vraag-${index}`],
        ['type', 'choice'],
        [field, answer],
        ['result', result],
      ] as const)
        expect([name, call('SetValue', `cmi.interactions.${index}.${name}`, value)]).toEqual([name, 'true'])
      call('Commit', '')
    }
    const first = await runtime(standard)
    tell(first, 0, wrong)
    const again = await runtime(standard, next(standard, first.said()))
    expect(String(again.call('GetValue', 'cmi.interactions._count'))).toBe('1')
    tell(again, 1, 'correct')
    const both = mergeResult(standard, item, kept(standard, first.said()), again.said(), 60)
    expect(interactionsOf(both.elements)).toEqual([
      { question: 'vraag-0', response: 'a', result: 'wrong' },
      { question: 'vraag-1', response: 'a', result: 'correct' },
    ])
  })

  it('reports no more interactions than are stored, so that its result is never refused because of them', async () => {
    const { call, said } = await runtime('1.2')
    for (let index = 0; index < 510; index += 1) {
      call('SetValue', `cmi.interactions.${index}.id`, `v${index}`)
      call('SetValue', `cmi.interactions.${index}.type`, 'fill-in')
      call('SetValue', `cmi.interactions.${index}.student_response`, 'x'.repeat(900))
    }
    call('SetValue', 'cmi.core.lesson_status', 'passed')
    call('Commit', '')
    const result = kept('1.2', said())
    expect(result.success).toBe('passed')
    expect(interactionsOf(result.elements).length).toBeGreaterThan(200)
    expect(JSON.stringify(said()).length).toBeLessThan(400_000)
  })

  it('stores no more interactions than the limit, however often a package is opened', () => {
    let result = NO_RESULT
    const value = 'x'.repeat(4000)
    for (let opening = 0; opening < 20; opening += 1) {
      const said = Object.fromEntries(
        Array.from({ length: 25 }, (_, n) => [`cmi.interactions.${opening * 25 + n}.student_response`, value]),
      )
      result = mergeResult('1.2', item, result, said, 60)
    }
    expect(JSON.stringify(result.elements).length).toBeLessThan(600_000)
    expect(result.elements['cmi.interactions.499.student_response']).toBe(value)
  })
})

describe('a value that a package was told is stored', () => {
  const NUMBERS = ['0', '-0', '100', '33.333333333333336', '.5', '80.', '080', '', '-1', '1e2', ' 80', '101', '12345678', 'NaN']
  const TIMES = [
    ...['00:00:30', '0:00:30', '12345:00:30', '00:61:75', '00:00:30.5', '00:00:30.123', '30', ''],
    ...['PT30S', 'PT83.456S', 'P0Y0M0DT0H0M30S', 'P1W', 'P', 'PT', 'P1Y2M', 'PT0.5H', 'PT100000H', 'PT1,5S', 'yesterday'],
  ]
  const WORDS = ['passed', 'Passed', 'completed', 'not attempted', 'not_attempted', 'unknown', 'normal', 'time-out', 'suspend', 'logout', '', 'x'] // prettier-ignore
  const ELEMENTS: Record<ScormStandard, [names: string[], values: string[]][]> = {
    '1.2': [
      [['score.raw', 'score.min', 'score.max'].map((name) => `cmi.core.${name}`), NUMBERS],
      [['cmi.core.session_time'], TIMES],
      [['cmi.core.lesson_status', 'cmi.core.exit'], WORDS],
    ],
    '2004': [
      [['score.raw', 'score.min', 'score.max', 'score.scaled', 'progress_measure'].map((name) => `cmi.${name}`), NUMBERS],
      [['cmi.session_time'], TIMES],
      [['cmi.completion_status', 'cmi.success_status', 'cmi.exit'], WORDS],
    ],
  }

  it.each(['1.2', '2004'] as const)('SCORM %s: is never refused by the platform', async (standard) => {
    for (const [names, values] of ELEMENTS[standard])
      for (const name of names)
        for (const value of values) {
          const { call, said } = await runtime(standard)
          if (call('SetValue', name, value) !== 'true') continue
          call('Commit', '')
          expect(() => kept(standard, said()), `${name} = ${value}`).not.toThrow()
        }
  })
})
