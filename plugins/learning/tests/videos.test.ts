import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { readAddress } from '../server/media/lesson_videos.js'
import { sourceOf, videoFacts } from '../server/media/video_facts.js'
import { MAX_CREDIT, merge, percentOf, creditParts } from '../server/services/coverage.js'
import { type Step, changeQuiz, ofStep, participationIn, participations, steps } from './journey.js'

const film = new URL('../courses/tillen-en-dragen/videos/tillen.mp4', import.meta.url)
const SECONDS = 12

describe('a video is detected by its bytes', () => {
  it('as an MP4 with a picture and a length', async () => {
    const content = await readFile(film)
    expect(await videoFacts(sourceOf(content))).toEqual({ contentType: 'video/mp4', seconds: SECONDS, width: 640, height: 360 })
    // A file cut off before its metadata, and other content under a video's name.
    for (const other of [content.subarray(0, 40), Buffer.from('<html>'), Buffer.alloc(0), Buffer.from('....ftypisom'.repeat(9))]) {
      expect(await videoFacts(sourceOf(other))).toBeNull()
    }
    // A length changed to more than the maximum.
    const huge = Buffer.from(content)
    huge.writeUInt32BE(0xffffffff, huge.indexOf('mvhd') + 20)
    expect(await videoFacts(sourceOf(huge))).toBeNull()
  })

  it('as a WebM', async () => {
    const element = (id: string, content: Buffer) => Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([0x40, content.length]), content])
    const double = Buffer.alloc(8)
    double.writeDoubleBE(7500)
    const video = element('e0', Buffer.concat([element('b0', Buffer.from([1, 64])), element('ba', Buffer.from([0, 180]))]))
    const head = element('1a45dfa3', element('4282', Buffer.from('webm')))
    const body = Buffer.concat([element('1549a966', element('4489', double)), element('1654ae6b', element('ae', video))])
    const whole = Buffer.concat([head, element('18538067', body)])
    expect(await videoFacts(sourceOf(whole))).toEqual({ contentType: 'video/webm', seconds: 7.5, width: 320, height: 180 })
    for (let length = 0; length < whole.length - 1; length += 3) {
      expect(await videoFacts(sourceOf(whole.subarray(0, length)))).toBeNull()
    }
  })

  it('or is given as an address with its length', () => {
    expect(readAddress('https://films.example/a/b.mp4#t=0,84')).toEqual({ host: 'films.example', seconds: 84 })
    for (const wrong of [
      'http://x.example/a.mp4#t=0,8',
      'https://x.example/a.mp4',
      'https://x.example/a.html#t=0,8',
      'https://u@x.example/a.mp4#t=0,8',
    ])
      expect(readAddress(wrong)).toBeNull()
  })
})

describe('watched parts', () => {
  const at = (ms: number) => new Date(1_000_000 + ms)
  const begun = { covered: [], credit: 0, reportedAt: at(0) }

  it('are merged and counted once', () => {
    expect(
      merge([
        [5, 9],
        [0, 3],
        [3, 4],
        [6, 7],
        [2, 2],
      ]),
    ).toEqual([
      [0, 4],
      [5, 9],
    ])
    expect(percentOf([[0, 4500]], 5)).toBe(90)
    expect(percentOf([[0, 4499]], 5)).toBe(89)
    const once = creditParts(begun, [[0, 5000]], at(10_000))
    const twice = creditParts({ ...once, reportedAt: at(10_000) }, [[0, 5000]], at(10_000))
    expect(twice).toEqual(once)
  })

  it('are limited to the elapsed time at double speed', () => {
    expect(creditParts(begun, [[0, 60_000]], at(10_000))).toEqual({ covered: [[0, 20_000]], credit: 0 })
    expect(creditParts(begun, [[0, 15_000]], at(10_000))).toEqual({ covered: [[0, 15_000]], credit: 5_000 })
    // Rejected parts can be reported again, and waiting longer gives no more than the maximum credit.
    expect(creditParts({ covered: [[0, 20_000]], credit: 0, reportedAt: at(0) }, [[0, 60_000]], at(30_000)).covered).toEqual([[0, 60_000]])
    expect(creditParts(begun, [[0, 9_000_000]], at(86_400_000)).covered).toEqual([[0, MAX_CREDIT]])
    // A clock that goes backwards gives no credit.
    expect(creditParts(begun, [[0, 1000]], at(-5000)).covered).toEqual([])
  })
})

describe('a video in a lesson', () => {
  let client: TestClient
  let participation: number
  let step: Step
  let video: { key: string; url: string; captions: { language: string; url: string }[] }
  const say = (body: object) => client.post(`${ofStep(participation, step)}/videos/${video.key}`, body)

  beforeAll(async () => {
    await testApp()
    client = await signInAs('leerling@noordwind.example')
    participation = await participationIn(client, 'Toolbox tillen en dragen')
    await client.post(`${participations}/${participation}/language`, { language: 'nl' })
    for (;;) {
      const all = await steps(client, participation)
      step = all.find(({ status }) => status !== 'finished')!
      const { body } = await client.get(ofStep(participation, step))
      video = body.data.videos?.[0]
      if (video) break
      expect((await client.post(`${ofStep(participation, step)}/complete`)).status).toBe(200)
    }
    await client.post(`${ofStep(participation, step)}/open`)
  })

  it('is read in ranges by people who may read the lesson, with its captions', async () => {
    const { body } = await client.get(ofStep(participation, step))
    expect(body.data.videos[0]).toMatchObject({ seconds: SECONDS, width: 640, percent: 0, watched: false, position: 0 })
    expect(body.data.body).toContain(`data-video="${video.key}"`)
    const part = await client.get(video.url, { range: 'bytes=4-11' })
    expect([part.status, part.headers.get('content-range'), part.headers.get('content-type')]).toEqual([
      206,
      expect.stringMatching(/^bytes 4-11\/\d+$/),
      'video/mp4',
    ])
    expect(Buffer.from(part.bytes).toString('latin1').slice(0, 4)).toBe('ftyp')
    expect(video.captions.map(({ language }) => language).sort()).toEqual(['en', 'nl'])
    const captions = await client.get(video.captions[0]!.url)
    expect(captions.headers.get('content-type')).toContain('text/vtt')
    expect(Buffer.from(captions.bytes).toString()).toMatch(/^WEBVTT/)
  })

  it('is refused to anybody else, by any address', async () => {
    const hash = video.url.split('/').at(-1)!
    const other = await signInAs('leerling@bouwmeester.example')
    expect((await other.get(video.url)).status).toBe(404)
    const { TestClient: Visitor } = await import('#core/testing/client')
    expect((await new Visitor(client.url).get(video.url)).status).toBe(401)
    const [first] = await steps(client, participation)
    expect((await client.get(`${ofStep(participation, first!)}/media/${hash}`)).status).toBe(404)
    const locked = (await steps(client, participation)).find(({ status }) => status === 'locked')!
    expect((await client.get(`${ofStep(participation, locked)}/media/${hash}`)).status).toBe(409)
    expect((await client.get(`${ofStep(participation, step)}/media/${'0'.repeat(64)}`)).status).toBe(404)
  })

  it('must be watched if the lesson requires it, and a false report does not count', async () => {
    await changeQuiz(step.id, { watch_videos: true })
    const complete = () => client.post(`${ofStep(participation, step)}/complete`)
    expect((await complete()).body.code).toBe('videos_not_watched')
    // The whole video reported in its first moment.
    const forged = await say({ parts: [[0, SECONDS]], position: SECONDS })
    expect([forged.status, forged.body.data.watched]).toEqual([200, false])
    expect(forged.body.data.percent).toBeLessThan(50)
    expect((await complete()).body.code).toBe('videos_not_watched')
    // Moves time forward.
    const app = await testApp()
    await app.asSystem(async () => {
      const { default: db } = await import('@adonisjs/lucid/services/db')
      const before = new Date(Date.now() - 8000)
      await db.from('learning_video_views').where('participation_id', participation).update({ reported_at: before })
    })
    const { body } = await say({
      parts: [
        [0, 3],
        [2, 11.5],
      ],
      position: 11.5,
    })
    expect(body.data).toMatchObject({ percent: 95, watched: true, position: 11.5, covered: [[0, 11.5]] })
    // It resumes on another computer.
    const again = await signInAs('leerling@noordwind.example')
    expect((await again.get(ofStep(participation, step))).body.data.videos[0]).toMatchObject({ position: 11.5, watched: true })
    expect((await complete()).status).toBe(200)
  })

  it('refuses a part outside the video, and an unknown video', async () => {
    for (const body of [
      { parts: [[0, 99]], position: 1 },
      { parts: [[5, 2]], position: 1 },
      { parts: [[-1, 2]], position: 1 },
      { parts: [[0, 1, 2]], position: 1 },
      { parts: [['0', '1']], position: 1 },
      { parts: [], position: 99 },
      { parts: [] },
    ])
      expect([body, (await say(body)).status]).toEqual([body, 422])
    expect((await client.post(`${ofStep(participation, step)}/videos/0123456789abcdef`, { parts: [], position: 0 })).status).toBe(404)
  })

  it('counts the reading time of its page, limited to the elapsed time', async () => {
    const app = await testApp()
    const ago = (seconds: number) =>
      app.asSystem(async () => {
        const { default: db } = await import('@adonisjs/lucid/services/db')
        const at = new Date(Date.now() - seconds * 1000)
        await db.from('learning_activity_states').where({ participation_id: participation, activity_id: step.id }).update({ active_at: at })
      })
    const read = async (seconds: unknown) => (await client.post(`${ofStep(participation, step)}/time`, { seconds })).status
    const supervisor = await signInAs('beheerder@noordwind.example')
    const seconds = async () => {
      const { body } = await supervisor.get(`/api/learning/insights/${participation}`)
      const shown = body.data.modules.flatMap((module: { steps: Step[] }) => module.steps)
      return shown.find(({ id }: Step) => id === step.id).read_seconds as number
    }
    await ago(100)
    expect(await read(60)).toBe(200)
    expect(await seconds()).toBe(60)
    // Reported again at once, by another tab or a forged request: no time has passed, so nothing is added.
    expect([await read(60), await read(3600)]).toEqual([200, 200])
    expect(await seconds()).toBeLessThan(65)
    await ago(40)
    await read(3600)
    expect(await seconds()).toBeLessThan(110)
    for (const wrong of [0, -5, 1.5, 4000, '60', null]) expect(await read(wrong)).toBe(422)
    const other = await signInAs('leerling@bouwmeester.example')
    expect((await other.post(`${ofStep(participation, step)}/time`, { seconds: 5 })).status).toBe(404)
  })

  it('is shown to a supervisor', async () => {
    const supervisor = await signInAs('beheerder@noordwind.example')
    const { body } = await supervisor.get(`/api/learning/insights/${participation}`)
    const shown = body.data.modules.flatMap((module: { steps: { id: number; videos: object[] }[] }) => module.steps)
    expect(shown.find(({ id }: Step) => id === step.id).videos).toEqual([{ title: expect.stringMatching(/doos/), percent: 95 }])
  })
})
