import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { getAtHost } from '#core/testing/at_host'
import type { TestClient, TestResponse } from '#core/testing/client'
import { sourceOf } from '../server/media/video_facts.js'
import type { PackageItem } from '../server/media/media_types.js'
import { PackageError, filesOf, openPackaged } from '../server/scorm/package_files.js'
import { readPackage } from '../server/scorm/read_package.js'
import { type Elements, NO_RESULT, isPassed, stateOf, mergeResult } from '../server/scorm/results.js'
import { type Step, ofStep, steps } from './journey.js'
import { manifest12, package12, package2004, zipOf } from './packages.js'

/** Changes the declared size of a file in the package, in the local header and in the directory. */
function lyingAbout(name: string, zip: Buffer, size: number): Buffer {
  const copy = Buffer.from(zip)
  for (const [signature, at, nameAt] of [
    [0x04034b50, 22, 30],
    [0x02014b50, 24, 46],
  ] as const)
    for (let index = 0; index + nameAt + name.length <= copy.length; index += 1)
      if (copy.readUInt32LE(index) === signature && copy.toString('latin1', index + nameAt, index + nameAt + name.length) === name)
        copy.writeUInt32LE(size, index + at)
  return copy
}

const codeOf = async (content: Buffer) =>
  readPackage(sourceOf(content)).then(
    () => 'taken',
    (error: unknown) => (error instanceof PackageError ? error.code : String(error)),
  )

describe('a package', () => {
  it('lists its items, and the report lists what was not imported and why', async () => {
    const extra =
      '<item identifier="i2" identifierref="r2"><title>Weg</title></item><item identifier="i3" identifierref="r3"><title>Elders</title></item>'
    expect(await readPackage(sourceOf(await package12({ extra })))).toEqual({
      read: {
        kind: 'package',
        standard: '1.2',
        title: 'Heftruck',
        items: [{ id: 'i1', title: 'Rijden', href: 'index.html', reports: true, mastery: 0.8, launchData: '' }],
      },
      notes: [
        { item: 'Weg', code: 'item_without_file' },
        { item: 'Elders', code: 'item_elsewhere' },
      ],
    })
    expect((await readPackage(sourceOf(await package2004()))).read).toMatchObject({
      standard: '2004',
      items: [{ id: 'h1', href: 'pages/start.html?lang=nl', mastery: 0.7 }],
    })
  })

  it('has unique item names, whatever its author called them', async () => {
    const item = (id: string) => `<item identifier="${id}" identifierref="r1"><title>${id}</title></item>`
    const { read } = await readPackage(
      sourceOf(await package12({ extra: ['i1', '__proto__', 'constructor', '__proto__'].map(item).join('') })),
    )
    const ids = read.items.map(({ id }) => id)
    expect(new Set(ids).size).toBe(5)
    const nothing: Record<string, unknown> = {}
    for (const id of ids) expect(nothing[id]).toBeUndefined()
  })

  it('is refused with a code when it is malicious', async () => {
    const whole = await package12()
    const climbs = Buffer.from(
      (await zipOf({ 'imsmanifest.xml': 'x', 'aa/secret.txt': 'x' })).toString('latin1').replaceAll('aa/secret.txt', '../secret.txt'),
      'latin1',
    )
    const entity = manifest12({ head: '<!DOCTYPE m [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>' })
    const cases: [string, Buffer][] = [
      ['package_unreadable', Buffer.from('no zip at all')],
      ['package_unreadable', whole.subarray(0, whole.length - 60)],
      ['package_path', climbs],
      ['manifest_missing', await zipOf({ 'index.html': 'x' })],
      ['manifest_doctype', await zipOf({ 'imsmanifest.xml': entity, 'index.html': 'x' })],
      ['manifest_invalid', await zipOf({ 'imsmanifest.xml': '<manifest><a></manifest>' })],
      ['manifest_too_large', await zipOf({ 'imsmanifest.xml': `<manifest>${'<a>'.repeat(60)}${'</a>'.repeat(60)}</manifest>` })],
      ['not_scorm', await zipOf({ 'imsmanifest.xml': '<manifest/>' })],
      ['not_scorm', await zipOf({ 'imsmanifest.xml': '<html/>' })],
      ['nothing_to_do', await zipOf({ 'imsmanifest.xml': manifest12() })],
      // A bomb by its declared sizes.
      ['package_too_large', await zipOf({ 'imsmanifest.xml': manifest12(), 'index.html': Buffer.alloc(20 * 1024 * 1024) })],
      ['package_too_many', await zipOf(Object.fromEntries(Array.from({ length: 5001 }, (_, n) => [`f${n}`, ''])))],
    ]
    for (const [code, content] of cases) expect(await codeOf(content)).toBe(code)
  })
})

describe('the report of a package', () => {
  const item = (mastery: number | null): PackageItem => ({ id: 'i', title: '', href: '', reports: true, mastery, launchData: '' })
  const after = (said: Elements, mastery: number | null = null, base = NO_RESULT) => mergeResult('1.2', item(mastery), base, said, 60)
  const state = (said: Elements, mastery: number | null = null) => stateOf(item(mastery), after(said, mastery))
  const status = (word: string, score?: string): Elements => ({
    'cmi.core.lesson_status': word,
    ...(score && { 'cmi.core.score.raw': score }),
  })

  it('is a pass only with the required status and score', () => {
    expect(state(status('passed'))).toBe('finished')
    expect(state(status('completed'))).toBe('finished')
    expect(state(status('failed'))).toBe('failed')
    expect(state(status('incomplete'))).toBe('doing')
    expect(state(status('browsed'))).toBe('doing')
    // If a score is required, the package's own status is not enough.
    expect(state(status('passed'), 0.8)).toBe('doing')
    expect(state(status('completed'), 0.8)).toBe('doing')
    expect(state(status('passed', '79'), 0.8)).toBe('failed')
    expect(state(status('completed', '80'), 0.8)).toBe('finished')
    expect(state(status('failed', '100'), 0.8)).toBe('failed')
    const two = (said: Elements, mastery: number | null) => stateOf(item(mastery), mergeResult('2004', item(mastery), NO_RESULT, said, 60))
    expect(two({ 'cmi.completion_status': 'completed' }, null)).toBe('finished')
    expect(two({ 'cmi.completion_status': 'completed', 'cmi.success_status': 'failed' }, null)).toBe('failed')
    expect(two({ 'cmi.success_status': 'passed', 'cmi.score.scaled': '0.69' }, 0.7)).toBe('failed')
    expect(two({ 'cmi.success_status': 'passed' }, 0.7)).toBe('doing')
    expect(two({ 'cmi.score.scaled': '0.7' }, 0.7)).toBe('finished')
  })

  it('is stored with every number and time that the library accepts from a package', () => {
    const one = (said: Elements) => after({ ...status('completed'), ...said })
    for (const [raw, score] of [
      ['33.333333333333336', 33],
      ['.5', 1],
      ['80.', 80],
      ['080', 80],
      ['', null],
    ] as const)
      expect(one({ 'cmi.core.score.raw': raw }), raw).toMatchObject({ score, completed: true })
    expect(one({ 'cmi.core.score.raw': '12', 'cmi.core.score.max': '10', 'cmi.core.score.min': '' }).score).toBe(100)
    expect(one({ 'cmi.core.exit': 'normal' }).completed).toBe(true)
    for (const time of ['0:00:30', '00000:00:30', '00:00:30.0', '00:00:30.123'])
      expect(one({ 'cmi.core.session_time': time }).seconds, time).toBe(30)
    const two = (said: Elements) => mergeResult('2004', item(null), NO_RESULT, { 'cmi.completion_status': 'completed', ...said }, 60)
    expect(two({ 'cmi.score.scaled': '0.66666666666666663', 'cmi.progress_measure': '0.33333333333333331' }).score).toBe(67)
    for (const time of ['P0Y0M0DT0H0M30S', 'PT30S', 'PT30.25S', 'PT0.5M', 'P0W'])
      expect(two({ 'cmi.session_time': time }).seconds, time).toBe(time === 'P0W' ? 0 : 30)
    for (const time of ['P', 'PT']) expect(two({ 'cmi.session_time': time }).completed, time).toBe(true)
    for (const time of ['30', 'PT1.2.3S', 'PTS', 'T30S']) expect(() => two({ 'cmi.session_time': time }), time).toThrow('validation_failed')
  })

  it('never undoes a pass, and stores where to resume', () => {
    const passed = after(status('passed', '90'))
    const later = after({ ...status('failed', '10'), 'cmi.suspend_data': 'x' }, null, passed)
    expect([isPassed(item(null), later), later.score, later.elements['cmi.suspend_data']]).toEqual([true, 90, 'x'])
  })

  it('is refused as a whole when a value is out of range, and its time is limited to the elapsed time', () => {
    for (const said of [
      status('gehaald'),
      status('passed', '150'),
      status('passed', '-1'),
      status('passed', '1e2'),
      status('passed', 'NaN'),
      { 'cmi.core.session_time': 'yesterday' },
      { 'cmi.core.student_name': 'somebody' },
      { constructor: 'x' },
      { 'cmi.suspend_data': 'x'.repeat(200_001) },
      { 'cmi.core.lesson_location': 'x'.repeat(4001) },
      { 'cmi.interactions.500.id': 'x' },
      { 'cmi.interactions.0.id': 'x'.repeat(4001) },
      { 'cmi.interactions.0.learner_response': 'of 2004' },
      { 'cmi.interactions.0.constructor': 'x' },
    ] as Elements[])
      expect(() => after(said)).toThrow('validation_failed')
    expect(after({ 'cmi.core.session_time': '9999:00:00' }).seconds).toBe(60)
    expect(mergeResult('2004', item(null), { ...NO_RESULT, seconds: 10 }, { 'cmi.session_time': 'PT0H0M42.5S' }, 60).seconds).toBe(53)
  })
})

const base = '/api/learning/editor/courses'
let app: TestApp
let client: TestClient
let supervisor: TestClient
let participation: number
let list: Step[]
let course: number
let packagesUrl: string

const upload = async (content: Buffer, name = 'pakket') => {
  const response = await fetch(`${supervisor.url}${base}/${course}/draft/media?kind=package&name=${name}`, {
    method: 'POST',
    headers: { cookie: supervisor.cookieHeader(), 'x-csrf-token': await supervisor.csrfToken(), 'content-type': 'application/zip' },
    body: content as BodyInit,
  })
  return { status: response.status, body: await response.json() } as Pick<TestResponse, 'status' | 'body'>
}
const text = (nl: string) => ({ nl })

beforeAll(async () => {
  app = await testApp()
  packagesUrl = app.url.replace('127.0.0.1', 'packages.localhost')
  supervisor = await signInAs('beheerder@bouwmeester.example')
  client = await signInAs('leerling@bouwmeester.example')
  const named = { shortname: 'pakketten', name: 'Pakketten', sector: 'construction', type: 'e-learning', languages: ['nl'] }
  course = (await supervisor.post(base, named)).body.data.id
  const packages = [await upload(await package12()), await upload(await package2004(), 'hijsen')]
  expect(packages.map(({ status }) => status)).toEqual([200, 200])
  const draft = (await supervisor.get(`${base}/${course}/draft`)).body.data
  const save = async (kind: string, key: string, revision: number, content: object) =>
    expect((await supervisor.put(`${base}/${course}/draft/parts`, { kind, key, revision, content })).status).toBe(200)
  const keys = ['heftruck', 'hijsen']
  for (const [index, key] of keys.entries())
    await save('activity', key, 0, {
      type: 'scorm',
      title: text(key),
      minutes: 5,
      // A text before the package is optional.
      body: text(key === 'hijsen' ? '' : 'Speel het pakket.'),
      package: packages[index]!.body.data.path,
    })
  await save('outline', '', 1, { modules: [{ key: 'deel', title: text('Deel'), activities: keys.map((key) => ({ key, requires: [] })) }] })
  await save('course', '', 1, { ...draft.course, status: 'available', durationMinutes: 10, description: text('Twee pakketten.') })
  expect((await supervisor.get(`${base}/${course}/draft/check`)).body.data.mistakes).toEqual([])
  expect((await supervisor.post(`${base}/${course}/draft/publication`, { past: null })).status).toBe(200)
  const { service } = await import('../server/services/learning_service.js')
  const me = (await client.get('/api/learning/participations')).body.data[0].id
  participation = await app.inCompany('bouwmeester', async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    const row = await db.from('learning_participations').where('id', me).firstOrFail()
    return service.register(row.membership_id, course, 'assigned')
  })
  await client.post(`/api/learning/participations/${participation}/language`, { language: 'nl' })
  list = await steps(client, participation)
})

const open = (step: Step, item = 0) => client.post(`${ofStep(participation, step)}/package`, { item })
const report = (step: Step, elements: Elements, item = 0) =>
  client.post(`${ofStep(participation, step)}/package/results`, { item, elements })
const statusOf = async (step: Step) => (await steps(client, participation)).find(({ id }) => id === step.id)!.status

const packaged = (address: string, headers?: Record<string, string>) => getAtHost(client.url, address, headers)
const beginOf = async (token: string) => (await packaged(`${packagesUrl}/api/learning/scorm/${token}/0/~begin.js`)).text

describe('playing a package', () => {
  it('serves its files to anybody with the address: on the packages origin, with the runtime, and nothing of the platform', async () => {
    expect((await report(list[0]!, {})).body.code).toBe('activity_not_opened')
    const { address, token } = (await open(list[0]!)).body.data
    const base = `${packagesUrl}/api/learning/scorm/${token}/0`
    expect(address).toBe(`${base}/~player`)
    // The storage of the previous package is cleared first. The page above the package has the API.
    const player = await packaged(address)
    expect([player.status, player.headers.get('clear-site-data')]).toEqual([200, '"cookies", "storage"'])
    expect(player.text).toContain(`<script src="/api/learning/scorm/${token}/0/~begin.js">`)
    expect(player.text).toContain(`<iframe src="/api/learning/scorm/${token}/0/index.html" title="Rijden"`)
    const page = await packaged(`${base}/index.html`)
    expect(player.headers.get('content-security-policy')).toBe(page.headers.get('content-security-policy'))
    const policy = page.headers.get('content-security-policy')!
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
    expect(policy).toMatch(/^sandbox allow-scripts allow-forms allow-same-origin allow-popups allow-modals;/)
    expect(policy).toContain("connect-src 'self' data: blob:;")
    expect(policy).toContain(`frame-ancestors 'self' ${client.url}`)
    expect([page.headers.get('referrer-policy'), page.headers.get('set-cookie'), page.headers.get('clear-site-data')]).toEqual([
      'no-referrer',
      null,
      null,
    ])
    const html = page.text
    expect(html.indexOf('~share.js')).toBeGreaterThan(0)
    expect(html.indexOf('~share.js')).toBeLessThan(html.indexOf('findApi'))
    const begin = (await packaged(`${base}/~begin.js`)).text
    expect(begin).toContain('"cmi.student_data.mastery_score":"80"')
    expect(begin).toContain(`"page":"${client.url}"`)
    const library = await packaged(`${base}/~library.js`)
    expect([library.status, library.text.slice(0, 16)]).toEqual([200, 'this.Scorm12API='])
    expect(begin).not.toContain('@bouwmeester.example')
    const css = await packaged(`${base}/css/plain.css`)
    expect([css.headers.get('content-type'), css.headers.get('content-security-policy')]).toEqual([
      expect.stringContaining('text/css'),
      policy,
    ])
    for (const path of ['missing.html', '..%2f..%2fpackage.json', 'imsmanifest.xml%00', '__proto__'])
      expect((await packaged(`${base}/${path}`)).status).toBe(404)
    expect((await packaged(address.replace(token, 'x'.repeat(32)))).status).toBe(404)
    // The address is valid for a few hours.
    await app.asSystem(async () => {
      const { default: db } = await import('@adonisjs/lucid/services/db')
      await db
        .from('learning_package_work')
        .where('token', token)
        .update({ token_until: new Date(Date.now() - 1000) })
    })
    expect((await packaged(address)).status).toBe(404)
    expect((await open(list[0]!)).body.data.token).not.toBe(token)
  })

  it('is served on its own host only, and nothing else of the platform is served there', async () => {
    const { token } = (await open(list[0]!)).body.data
    const path = `/api/learning/scorm/${token}/0/index.html`
    expect((await packaged(packagesUrl + path)).status).toBe(200)
    for (const own of [path, path.replace('scorm', '%73corm'), path.replace('/scorm', '/./scorm')])
      expect([own, (await getAtHost(client.url, client.url + own)).status]).toEqual([own, 404])
    const headers = { cookie: client.cookieHeader() }
    const elsewhere = ['/', '/login', '/user/identify', '/user/identify/', '/public/auth/csrf/', '/assets/x.js', '/health/live', '/version']
    const around = [
      '/api/learning/participations',
      `/api/learning/scorm/../../../user/identify`,
      '//user/identify',
      '/api/learning/scorm/x',
    ]
    for (const other of [...elsewhere, ...around]) {
      const answer = await packaged(packagesUrl + other, headers)
      expect([other, answer.status, answer.headers.get('set-cookie')]).toEqual([other, 404, null])
    }
    // No service worker can start, and other methods are not answered.
    expect((await packaged(packagesUrl + path, { 'service-worker': 'script' })).status).toBe(404)
    // A person who types this host name of the machine gets to the platform.
    const typed = await packaged(`${packagesUrl}/login?id=x`, { 'sec-fetch-dest': 'document' })
    expect([typed.status, typed.headers.get('location')]).toEqual([302, `${client.url}/login?id=x`])
  })

  it('can be framed by its own pages, our page and every site that frames us', async () => {
    const { openItem } = await import('../server/scorm/package_work.js')
    const step = list[0]!
    const ancestors = async (page: string, framedBy: string[] | null) => {
      const { address } = await app.inCompany('bouwmeester', async () => {
        const { default: db } = await import('@adonisjs/lucid/services/db')
        const row = await db.from('learning_participations').where('id', participation).firstOrFail()
        return openItem({ membershipId: row.membership_id }, participation, step.id, 0, { page, framedBy })
      })
      return /frame-ancestors ([^;]+)/.exec((await packaged(address)).headers.get('content-security-policy')!)![1]
    }
    const own = `'self' ${client.url}`
    expect(await ancestors(client.url, null)).toBe(own)
    expect(await ancestors(client.url, ['https://lms.example', 'https://portaal.example'])).toBe(
      `${own} https://lms.example https://portaal.example`,
    )
    // The page in the frame keeps running when another one is opened in a window.
    expect(await ancestors('https://eigen.example', null)).toBe(`${own} https://lms.example https://portaal.example https://eigen.example`)
  })

  it('counts a pass, never a failure, and resumes on another computer', async () => {
    const [first, second] = list as [Step, Step]
    expect((await open(second)).body.code).toBe('activity_locked')
    await open(first)
    const half = { 'cmi.core.lesson_status': 'incomplete', 'cmi.suspend_data': 'twee', 'cmi.core.lesson_location': 'blad 2' }
    expect((await report(first, half)).body.data).toMatchObject({ finished: false, items: [{ state: 'doing' }] })
    const other = await signInAs('leerling@bouwmeester.example')
    const again = (await other.post(`${ofStep(participation, first)}/package`, { item: 0 })).body.data
    const begin = await beginOf(again.token)
    expect(begin).toContain('"cmi.suspend_data":"twee"')
    expect(begin).toContain('"cmi.core.entry":"resume"')

    expect((await report(first, { 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '999' })).status).toBe(422)
    const failed = await report(first, { 'cmi.core.lesson_status': 'failed', 'cmi.core.score.raw': '40' })
    expect(failed.body.data).toMatchObject({ finished: false, items: [{ state: 'failed', score: 40 }] })
    expect(await statusOf(first)).toBe('doing')
    expect((await client.post(`${ofStep(participation, first)}/complete`)).body.code).toBe('activity_not_completable')
    // Opening it again starts from the beginning.
    const { token } = (await open(first)).body.data
    expect(await beginOf(token)).toContain('"cmi.core.entry":"ab-initio"')
    const passed = await report(first, {
      'cmi.core.lesson_status': 'passed',
      'cmi.core.score.raw': '90',
      'cmi.interactions.0.id': 'Mag je met een gladde vork rijden?',
      'cmi.interactions.0.type': 'true-false',
      'cmi.interactions.0.student_response': 'false',
      'cmi.interactions.0.result': 'correct',
    })
    expect(passed.body.data).toMatchObject({ finished: true, items: [{ state: 'finished', score: 90 }] })
    expect((await report(first, { 'cmi.core.lesson_status': 'failed', 'cmi.core.score.raw': '1' })).body.data.finished).toBe(true)
    expect(await statusOf(first)).toBe('finished')

    await open(second)
    expect(
      (await report(second, { 'cmi.completion_status': 'completed', 'cmi.success_status': 'passed', 'cmi.score.scaled': '0.9' })).body.data
        .finished,
    ).toBe(true)
    expect((await client.get(`/api/learning/participations/${participation}`)).body.data.status).toBe('passed')
    const { body } = await supervisor.get(`/api/learning/insights/${participation}`)
    expect(body.data.modules[0].steps[0].packages).toEqual([
      {
        title: 'Rijden',
        state: 'finished',
        score: 90,
        seconds: expect.any(Number),
        under: null,
        bar: null,
        waits_for: [],
        optional: false,
        interactions: [{ question: 'Mag je met een gladde vork rijden?', response: 'false', result: 'correct' }],
      },
    ])
  })

  it('can be imported by a command too, as a step of the platform’s course, with a report', async () => {
    const { importScormCommand } = await import('../server/scorm/import_command.js')
    const folder = await mkdtemp(join(tmpdir(), 'scorm-'))
    const [good, bad] = [join(folder, 'good.zip'), join(folder, 'bad.zip')]
    const extra = '<item identifier="i2" identifierref="r2"><title>Weg</title></item>'
    await writeFile(good, await package12({ extra }))
    await writeFile(bad, await zipOf({ 'index.html': 'x' }))
    const said: unknown[] = []
    const print = vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(JSON.parse(line)))
    const run = (file: string, shortname = 'tillen-en-dragen') =>
      app.asSystem(() => importScormCommand(['--course', shortname, '--activity', 'heftruck', '--file', file]))
    await run(good)
    await expect(run(bad)).rejects.toThrow('manifest_missing')
    await expect(run(good, 'no-such-course')).rejects.toThrow('course_unknown')
    print.mockRestore()
    await rm(folder, { recursive: true })
    expect(said).toEqual([
      { taken: ['Rijden'], skipped: [{ name: 'Weg', code: 'item_without_file' }] },
      { taken: [], skipped: [], error: { code: 'manifest_missing' } },
      { taken: [], skipped: [], error: { code: 'course_unknown' } },
    ])
    const admin = await signInAs('admin@platform.example')
    const { id } = (await admin.get(base)).body.data.find(({ shortname }: { shortname: string }) => shortname === 'tillen-en-dragen')
    const { data } = (await admin.get(`${base}/${id}/draft`)).body
    expect(data.outline.modules.at(-1).activities.at(-1).key).toBe('heftruck')
    expect(data.activities.heftruck).toMatchObject({ type: 'scorm', package: expect.stringMatching(/^packages\/heftruck-/) })
    expect((await admin.get(`${base}/${id}/draft/check`)).body.data.mistakes).toEqual([])
  })

  it('never sends more than the declared size of a file, so that extra data is not read as another response', async () => {
    const smuggled = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nstolen'
    const lying = lyingAbout('plain.css', await zipOf({ 'plain.css': `a{}  ${smuggled.repeat(400)}` }), 5)
    const source = sourceOf(lying)
    const file = (await filesOf(source)).get('plain.css')!
    const stream = await openPackaged(source, file, async ({ first, last }) => Readable.from([lying.subarray(first, last + 1)]))
    const chunks: Buffer[] = []
    await expect(
      (async () => {
        for await (const chunk of stream!) chunks.push(chunk as Buffer)
      })(),
    ).rejects.toThrow()
    expect(Buffer.concat(chunks).length).toBeLessThanOrEqual(5)
    // A page whose compressed size is larger than its declared size is not read either.
    const fat = lyingAbout('imsmanifest.xml', await zipOf({ 'imsmanifest.xml': randomBytes(100_000) }), 5)
    expect(await codeOf(fat)).toBe('package_unreadable')
  })

  it('stores nothing of a refused upload', async () => {
    const count = () =>
      app.asSystem(async () => {
        const { default: db } = await import('@adonisjs/lucid/services/db')
        const of = async (table: string) => Number((await db.from(table).count('* as n').first()).n)
        return [await of('learning_media'), await of('core_files'), await of('learning_draft_parts')]
      })
    await supervisor.post(`${base}/${course}/draft`)
    // The certificate of the person who passed above is a file as well.
    await app.settle()
    const before = await count()
    const refused = [
      await upload(Buffer.from('PK no')),
      await upload(await zipOf({ 'index.html': 'x' })),
      await upload(Buffer.alloc(51 * 1024 * 1024)),
    ]
    expect(refused.map(({ status, body }) => [status, body.errors?.[0]?.field])).toEqual(Array(3).fill([422, 'file']))
    expect(await count()).toEqual(before)
    // The course's archive includes its packages.
    const archive = await supervisor.get(`${base}/${course}/archive`)
    expect(archive.status).toBe(200)
    expect(Buffer.from(archive.bytes).toString('latin1')).toContain('packages/pakket-')
  })
})
