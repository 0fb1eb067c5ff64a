import { type Browser, devices, expect, type Page, test } from '@playwright/test'
import { BROWSER_ARGS } from './browser_args.js'
import { CoursePages } from './pages/course.js'
import { inDatabase } from './pages/database.js'
import { agreeToTerms, LoginPage } from './pages/session.js'
import { isSound } from './pages/sound.js'

// A recorded exam from consent to certificate, including the failures on the way: network, tab and camera; two rejections and an appeal.

test.describe.configure({ mode: 'serial' })
test.use({
  launchOptions: {
    ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
    args: [...BROWSER_ARGS, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  },
})

const PARTICIPANT = 'leerling@noordwind.example'
const EXAMINERS = ['examinator@examenhuis.example', 'tweede@examenhuis.example', 'derde@examenhuis.example'] as const
let attempt = 0
let participation = 0

const one = <T>(sql: string, values: unknown[] = []) => inDatabase<T>(async (client) => (await client.query(sql, values)).rows[0] as T)
const pieces = async (source = 'camera') =>
  Number(
    (
      await one<{ n: string }>(
        `select count(*) as n from proctoring_pieces p join proctoring_recordings r on r.id = p.recording_id where r.attempt_id = $1 and p.source = $2`,
        [attempt, source],
      )
    ).n,
  )
const marks = () =>
  inDatabase(async (client) => {
    const sql = `select m.kind from proctoring_marks m join proctoring_recordings r on r.id = m.recording_id where r.attempt_id = $1 order by m.at`
    return (await client.query<{ kind: string }>(sql, [attempt])).rows.map(({ kind }) => kind)
  })

/** The right answers by question, as the page shows both. */
const rightAnswers = () =>
  inDatabase(async (client) => {
    const sql = `select q.text->>'nl' as question, a->'text'->>'nl' as answer from learning_questions q
      join learning_courses c on c.id = q.course_id, jsonb_array_elements(q.answers) a
      where c.shortname = 'examen-op-afstand' and (a->>'correct')::boolean`
    const { rows } = await client.query<{ question: string; answer: string }>(sql)
    return new Map(rows.map(({ question, answer }) => [question, answer]))
  })

test.beforeAll(async () => {
  await inDatabase(async (client) => {
    // Two more examiners, who sign in with the demo's password and are not asked to agree to terms.
    await client.query(
      `with people as (insert into core_users (email, firstname, lastname, language, password, email_verified_at)
         select e, 'Examinator', e, 'nl', u.password, now() from core_users u, unnest($1::text[]) e where u.email = $2 returning id)
       insert into core_memberships (company_id, user_id, role, entitlements, conditions_accepted_at)
         select m.company_id, p.id, m.role, m.entitlements, now()
           from people p, core_memberships m join core_users u on u.id = m.user_id where u.email = $2`,
      [EXAMINERS.slice(1), EXAMINERS[0]],
    )
  })
})

/** Signs in, and agrees to the terms wherever they appear. */
async function enter(page: Page, email: string, company: string, path: string): Promise<void> {
  await agreeToTerms(page)
  await new LoginPage(page).enter(email, company)
  await page.goto(path)
}

/** Watches a page. @returns asserts that everything came from the platform's own host */
function watchHosts(page: Page): () => void {
  const hosts = new Set<string>()
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (protocol !== 'blob:' && protocol !== 'data:') hosts.add(host)
  })
  return () => expect([...hosts]).toEqual([new URL(page.url()).host])
}

/** The clicks of an examiner from the list to a finished review. */
const MOST_CLICKS = 8

/** An examiner in a separate browser context. Typing is no click. */
async function asExaminer(browser: Browser, index: number, work: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  let clicks = 0
  await page.exposeBinding('countClick', () => void clicks++)
  await page.addInitScript(() => addEventListener('click', () => (window as unknown as { countClick: () => void }).countClick(), true))
  const assertOwnHost = watchHosts(page)
  await enter(page, EXAMINERS[index]!, 'examenhuis', '/proctoring')
  await work(page)
  assertOwnHost()
  expect(clicks).toBeGreaterThan(2)
  expect(clicks).toBeLessThanOrEqual(MOST_CLICKS)
  await context.close()
}

/** Watches the recording by keyboard: plays, pauses, steps forward and back, and adds a note at the current time. */
async function watch(page: Page): Promise<void> {
  const film = page.getByRole('region', { name: 'Opname', exact: true })
  const time = film.getByRole('slider')
  await film.focus()
  await page.keyboard.press('ArrowRight')
  await expect(time).toHaveAttribute('aria-valuetext', '0:05')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press(' ')
  await expect(film.getByRole('button', { name: 'Pauzeren' })).toBeVisible()
  await expect
    .poll(() =>
      film
        .locator('video')
        .first()
        .evaluate((video: HTMLVideoElement) => video.currentTime),
    )
    .toBeGreaterThan(0)
  await film.focus()
  await page.keyboard.press(' ')
  await expect(film.getByRole('button', { name: 'Afspelen' })).toBeVisible()
  await page.getByRole('textbox', { name: /^Opmerking bij / }).fill('Kijkt opzij.')
  await page.getByRole('button', { name: 'Opmerking plaatsen' }).press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'Kijkt opzij.' })).toBeVisible()
}

/** Watches the recording by mouse: chooses a speed, an event in the list, and a place on the time line. */
async function click(page: Page): Promise<void> {
  const film = page.getByRole('region', { name: 'Opname', exact: true })
  const time = film.getByRole('slider')
  await film.getByRole('radio', { name: '2×' }).click()
  await expect.poll(() => film.locator('video').evaluateAll((all: HTMLVideoElement[]) => all.map((video) => video.playbackRate)[0])).toBe(2)
  const moment = page.getByRole('button', { name: /In een tweede venster geopend/ }).first()
  const at = /^\d+:\d\d/.exec((await moment.textContent())!)![0]
  await moment.click()
  const [minutes, seconds] = at.split(':').map(Number) as [number, number]
  // The slider steps by a second.
  await expect.poll(async () => Math.abs(Number(await time.inputValue()) - (minutes * 60 + seconds) * 1000)).toBeLessThanOrEqual(1000)
  await film.locator('.MuiSlider-root').click({ position: { x: 2, y: 10 } })
  await expect(time).toHaveAttribute('aria-valuetext', /^0:0\d$/)
}

/** Opens this test's attempt from the list, where the same name appears more than once. */
async function review(page: Page): Promise<void> {
  const name = await one<{ name: string }>('select person_name as name from proctoring_recordings where attempt_id = $1', [attempt])
  await page.getByRole('listitem').filter({ hasText: name.name }).getByRole('button', { name: 'Beoordelen' }).click()
  await page.waitForURL(new RegExp(`/proctoring/view/\\d+/\\d+/${attempt}$`))
}

test('on a phone a recorded exam says that it needs a computer, before any consent or check', async ({ browser }) => {
  const supervisor = await browser.newPage()
  await new LoginPage(supervisor).enter('beheerder@noordwind.example', 'noordwind')
  const { csrf_token: token } = (await (await supervisor.request.get('/public/auth/csrf/')).json()) as { csrf_token: string }
  const ids = await one<{ member: number; course: number }>(
    `select m.id as member, c.id as course from core_memberships m join core_users u on u.id = m.user_id
       join core_companies k on k.id = m.company_id join learning_courses c on c.company_id = k.id and c.shortname = 'examen-op-afstand'
      where u.email = $1 and k.login_id = 'noordwind'`,
    [PARTICIPANT],
  )
  const given = await supervisor.request.post('/api/people/participants/act', {
    headers: { 'X-CSRF-Token': token },
    data: { action: 'learning.assign', ids: [Number(ids.member)], input: { courses: [Number(ids.course)], tell: false } },
  })
  expect(given.ok()).toBe(true)
  await supervisor.close()
  const open = () =>
    one<{ id: string } | undefined>('select id from learning_participations where membership_id = $1 and course_id = $2', [
      ids.member,
      ids.course,
    ])
  await expect.poll(async () => (await open())?.id).toBeTruthy()
  participation = Number((await open())!.id)
  const { id: activity } = await one<{ id: string }>(
    `select a.id from learning_activities a join learning_participations p on p.version_id = a.version_id
      where p.id = $1 and a.type = 'quiz'`,
    [participation],
  )

  const context = await browser.newContext({ ...devices['Pixel 7'], locale: 'nl-NL' })
  const page = await context.newPage()
  await enter(page, PARTICIPANT, 'noordwind', `/deelnemer/training/${participation}`)
  await new CoursePages(page).chooseLanguage('Nederlands')
  await expect(page.getByText('wordt opgenomen en kan alleen op een computer', { exact: false })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Proefexamen doen' })).toHaveCount(0)
  await isSound(page)
  for (const [path, notice] of [
    ['proef', 'Je kunt het examen niet op een telefoon of tablet maken.'],
    ['opname', 'Deze toets kan niet op een telefoon of tablet.'],
  ] as const) {
    await page.goto(`/deelnemer/training/quiz/${path}/${participation}/${activity}`)
    await expect(page.getByText(notice, { exact: false })).toBeVisible()
    await expect(page.getByRole('checkbox')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /Camera|Verder|starten/ })).toHaveCount(0)
    await isSound(page)
  }
  await context.close()
})

test('a participant gives consent, tests the camera, and starts a recorded exam', async ({ page }) => {
  const assertOwnHost = watchHosts(page)
  await enter(page, PARTICIPANT, 'noordwind', `/deelnemer/training/${participation}`)
  const course = new CoursePages(page)
  // Days ahead: a practice run, from the course's page.
  await page.getByRole('link', { name: 'Proefexamen doen' }).click()
  const finish = page.getByRole('button', { name: 'Proefexamen afronden' })
  await expect(finish).toBeDisabled()
  await isSound(page)
  await page.getByRole('button', { name: 'Camera testen' }).click()
  await expect(page.getByText('Speel de testopname af.', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Scherm delen' }).click()
  await page.getByRole('button', { name: 'Volledig scherm openen' }).click()
  await expect(page.getByText('Volledig scherm werkt')).toBeVisible()
  for (const answer of ['Ik ga gewoon door.', 'Ik lees elke vraag rustig en beantwoord die zelf.', 'Ik ben meteen gezakt.'])
    await page.getByRole('radio', { name: answer }).check()
  await expect(page.getByText('Je ziet meteen een melding.', { exact: false })).toBeVisible()
  await isSound(page)
  await finish.click()
  await expect(page.getByText(/^Alles werkt. Laatst gecontroleerd op/)).toBeVisible()
  const stored = await one<{ n: string }>('select count(*) as n from proctoring_recordings where participation_id = $1', [participation])
  expect(Number(stored.n)).toBe(0)
  await page.goto(`/deelnemer/training/${participation}`)
  await expect(page.getByText(/alles werkte op/)).toBeVisible()

  await course
    .mainAction(/^(Training starten|Verder gaan)$/)
    .first()
    .click()
  await page.getByRole('button', { name: 'Gelezen, ga verder' }).click()
  await expect(page.getByText('De toets wordt opgenomen met je camera.', { exact: false })).toBeVisible()
  await isSound(page)
  await page.getByRole('link', { name: 'Verder naar de controle' }).click()

  await expect(page.getByRole('button', { name: 'Verder' })).toBeDisabled()
  await isSound(page)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Verder' }).click()
  // What was agreed to is folded, and can be read again.
  await expect(page.getByText('Zo kan een examinator zien', { exact: false })).toBeHidden()
  await page.getByText('Nog eens lezen wat we opnemen').click()
  await expect(page.getByText('Zo kan een examinator zien', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Camera testen' }).click()
  await expect(page.getByText('Speel de testopname af.', { exact: false })).toBeVisible()
  await expect(page.getByText('Camera werkt')).toBeVisible()
  // The recording itself, not the camera that has stopped.
  const playback = page.getByLabel('Je testopname')
  await expect.poll(() => playback.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(640)
  await expect(page.getByRole('button', { name: 'Opnieuw testen' })).toBeFocused()
  for (const [index, name] of ['Identiteitsbewijs', 'Jijzelf'].entries()) {
    // The camera opens by itself for the photo that is next.
    await page.getByRole('button', { name: 'Foto maken' }).click()
    await expect(page.getByText('Bewaard')).toHaveCount(index + 1)
    await expect(page.getByRole('img', { name })).toBeVisible()
  }
  await expect(page.getByRole('button', { name: 'Toets starten' })).toBeDisabled()
  await page.getByRole('button', { name: 'Scherm delen' }).click()
  await expect(page.getByText('Je scherm is gedeeld')).toBeVisible()
  await isSound(page)
  await page.getByRole('button', { name: 'Toets starten' }).click()
  await page.waitForURL(/\/quiz\/poging\/\d+/)
  attempt = Number(/poging\/(\d+)/.exec(page.url())![1])
  await expect(page.getByText('Opname loopt')).toBeVisible()
  // The screen that was shared on the previous page.
  await expect(page.getByText('Scherm wordt opgenomen')).toBeVisible()
  await isSound(page)
  await expect.poll(() => pieces()).toBeGreaterThan(0)
  await expect.poll(() => pieces('screen')).toBeGreaterThan(0)
  // Leaving full screen is on the examiner's time line, so the participant is told, and can go back.
  const left = page.getByText('De toets staat niet meer op volledig scherm.', { exact: false })
  await page.evaluate(() => document.exitFullscreen())
  await expect(left).toBeVisible()
  await isSound(page)
  await page.getByRole('button', { name: 'Volledig scherm' }).click()
  await expect(left).toHaveCount(0)

  // The same for another tab or program. A browser without a screen never hides a page, so the page is told that it was hidden.
  const away = page.getByRole('alert').filter({ hasText: 'Je was even niet in de toets.' })
  for (const state of ['hidden', 'visible'])
    await page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await expect(away).toBeVisible()
  await expect.poll(marks).toEqual(expect.arrayContaining(['fullscreen_left', 'hidden', 'visible']))
  await away.getByRole('button', { name: 'Sluiten' }).click()
  await expect(away).toHaveCount(0)

  await page.evaluate(() => document.dispatchEvent(new ClipboardEvent('paste')))
  const pasted = page.getByRole('alert').filter({ hasText: 'Je hebt iets geplakt.' })
  await expect(pasted).toBeVisible()
  await pasted.getByRole('button', { name: 'Sluiten' }).click()
  await expect.poll(marks).toContain('paste')
  assertOwnHost()
})

test('a lost camera, a lost network and a killed tab are reported, and the attempt loses nothing', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width: 1280, height: 900 } })
  await context.addInitScript(() => {
    const media = navigator.mediaDevices
    const ask = media.getUserMedia.bind(media)
    media.getUserMedia = async (wished) => {
      const stream = await ask(wished)
      ;(window as unknown as { camera: MediaStream }).camera = stream
      return stream
    }
  })
  let page = await context.newPage()
  const path = `/deelnemer/training/quiz/poging/${attempt}`
  await enter(page, PARTICIPANT, 'noordwind', path)
  await expect(page.getByText('Opname loopt')).toBeVisible()
  const right = await rightAnswers()
  const answer = async () => {
    const course = new CoursePages(page)
    await course.answer([right.get(await course.asked())!])
  }

  // As when the camera is unplugged: the page asks for it again until it is back.
  await page.evaluate(() => {
    for (const track of (window as unknown as { camera: MediaStream }).camera.getTracks()) track.dispatchEvent(new Event('ended'))
  })
  await expect.poll(marks).toContain('camera_lost')
  await expect.poll(marks).toContain('camera_back')
  await expect(page.getByText('Opname loopt')).toBeVisible()

  await context.setOffline(true)
  await expect(page.getByText('Geen verbinding. De opname wordt op je computer bewaard', { exact: false })).toBeVisible()
  await expect(page.getByText(/^Nog \d+ stukken opname te versturen$/)).toBeVisible()
  await answer()
  await context.setOffline(false)
  await expect.poll(marks).toContain('online')
  await expect(page.getByText(/^Nog \d+ stukken opname te versturen$/)).toHaveCount(0)

  const before = await pieces()
  await page.close()
  page = await context.newPage()
  await page.goto(path)
  await expect(page.getByText('Opname loopt')).toBeVisible()
  await expect.poll(marks).toContain('resumed')
  await expect.poll(() => pieces()).toBeGreaterThan(before)
  // The screen has to be shared again; until then the page reports a gap.
  await expect.poll(marks).toContain('screen_lost')
  await page.getByRole('button', { name: 'Scherm delen' }).click()
  await expect(page.getByText('Scherm wordt opgenomen')).toBeVisible()
  await expect.poll(marks).toContain('screen_back')

  // The same attempt in a second window.
  const second = await context.newPage()
  await second.goto(path)
  await expect(page.getByText('De toets staat ook in een ander venster open.', { exact: false })).toBeVisible()
  await expect.poll(marks).toContain('second_window')
  // Only one window records: the other one takes over when that is closed.
  await expect(second.getByText('De toets wordt in een ander venster opgenomen.', { exact: false })).toBeVisible()
  await expect(second.getByText('Opname loopt')).toHaveCount(0)
  await isSound(second)
  await page.close()
  page = second
  await expect(page.getByText('Opname loopt')).toBeVisible()
  const taken = await pieces()
  await expect.poll(() => pieces()).toBeGreaterThan(taken)

  const course = new CoursePages(page)
  await course.take((question) => [right.get(question)!])
  await expect(page.getByText('Een examinator bekijkt de opname.', { exact: false })).toBeVisible()
  await isSound(page)
  // Every recorded chunk has its number; none was lost or stored twice.
  await expect
    .poll(async () =>
      one<{ n: string; last: number }>(
        `select count(*) as n, max(number) as last from proctoring_pieces p join proctoring_recordings r on r.id = p.recording_id where r.attempt_id = $1 and p.source = 'camera'`,
        [attempt],
      ).then(({ n, last }) => Number(n) - last),
    )
    .toBe(1)
  await page.getByRole('link', { name: 'Ontvangstbewijs bekijken' }).click()
  await expect(page.getByText('Echt: dit bewijs', { exact: false })).toBeVisible()
  await isSound(page)
  await context.close()
})

test('two examiners reject it, the participant appeals, a third one approves', async ({ page, browser }) => {
  for (const [index, reason] of ['Om 0:05 praat er iemand mee.', 'Ik hoor het ook.'].entries()) {
    await asExaminer(browser, index, async (examiner) => {
      await review(examiner)
      await expect(examiner.getByRole('button', { name: 'Afspelen' })).toBeVisible()
      await expect(
        examiner.getByLabel('Opname van het scherm').or(examiner.getByText('Geen opname van het scherm op dit moment')),
      ).toBeVisible()
      if (index === 0) await isSound(examiner)
      if (index === 0) await watch(examiner)
      else await click(examiner)
      await examiner.getByRole('radio', { name: 'Afkeuren' }).check()
      await examiner.getByRole('button', { name: 'Afronden' }).click()
      // A rejection requires an explanation for the participant.
      await expect(examiner.getByText('Schrijf op waarom je afkeurt.', { exact: false })).toBeVisible()
      await expect(examiner.getByRole('textbox', { name: 'Uitleg voor de deelnemer' })).toHaveAttribute('aria-invalid', 'true')
      await examiner.getByRole('textbox', { name: 'Uitleg voor de deelnemer' }).fill(reason)
      await examiner.getByRole('button', { name: 'Afronden' }).click()
      await examiner.waitForURL(/\/proctoring$/)
      if (index === 0) {
        // A colleague has to review it now: it is offered to nobody who decided already.
        await expect(examiner.getByText('Een tweede examinator bekijkt de poging nu ook.', { exact: false })).toBeVisible()
        const { data } = await (await examiner.request.get('/api/proctoring/reviews?tab=todo')).json()
        expect((data as { attempt: number }[]).map((line) => line.attempt)).not.toContain(attempt)
      }
    })
  }
  await enter(page, PARTICIPANT, 'noordwind', `/deelnemer/training/quiz/resultaten/${attempt}`)
  await expect(page.getByRole('heading', { name: 'Poging afgekeurd' })).toBeVisible()
  await expect(page.getByText('Om 0:05 praat er iemand mee.')).toBeVisible()
  await isSound(page)
  await page.getByRole('textbox', { name: 'Waarom klopt de beslissing niet?' }).fill('Dat was de radio van de buren.')
  await page.getByRole('button', { name: 'Bezwaar indienen' }).click()
  await expect(page.getByText('Bezwaar wordt beoordeeld')).toBeVisible()
  // The page still says why, as its title promises.
  await expect(page.getByText('Om 0:05 praat er iemand mee.')).toBeVisible()

  await asExaminer(browser, 2, async (examiner) => {
    await review(examiner)
    await expect(examiner.getByText('Dat was de radio van de buren.')).toBeVisible()
    await examiner.getByRole('radio', { name: 'Goedkeuren' }).check()
    await examiner.getByRole('button', { name: 'Afronden' }).click()
    await examiner.waitForURL(/\/proctoring$/)
  })
  await page.reload()
  await expect(page.getByText('Goedgekeurd', { exact: true })).toBeVisible()
  await expect(page.getByText(/Examinator 3/)).toBeVisible()
  const mails = () =>
    inDatabase(async (client) => {
      const sql = `select trigger from core_mail_outbox where to_email = $1 and trigger like 'proctoring.%' order by id`
      return (await client.query<{ trigger: string }>(sql, [PARTICIPANT])).rows.map(({ trigger }) => trigger)
    })
  await expect.poll(mails).toEqual(['proctoring.mail.rejected', 'proctoring.mail.approved'])
  const certificates = () =>
    one<{ n: string }>('select count(*) as n from certificates_certificates where participation_id = $1', [participation]).then(({ n }) =>
      Number(n),
    )
  await expect.poll(certificates).toBe(1)
})

test('a participant complains about a question, and reads the answer of an examiner', async ({ page, browser }) => {
  await enter(page, PARTICIPANT, 'noordwind', `/deelnemer/training/quiz/resultaten/${attempt}`)
  await page.getByRole('button', { name: 'Opmerking over een vraag schrijven' }).click()
  await page.getByRole('textbox', { name: 'Nummer van de vraag' }).fill('2')
  await page.getByRole('textbox', { name: 'Wat klopt er niet?' }).fill('Twee antwoorden zijn goed.')
  await page.getByRole('button', { name: 'Versturen', exact: true }).click()
  await expect(page.getByText('Wacht op antwoord')).toBeVisible()

  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width: 1280, height: 900 } })
  const examiner = await context.newPage()
  await enter(examiner, EXAMINERS[0], 'examenhuis', '/proctoring?tab=complaints')
  const complaint = examiner.getByRole('listitem').filter({ hasText: 'Twee antwoorden zijn goed.' })
  await complaint.getByRole('textbox', { name: 'Antwoord aan de deelnemer' }).fill('Je hebt gelijk.')
  await complaint.getByRole('button', { name: 'Antwoord versturen' }).click()
  await expect(complaint).toHaveCount(0)
  await context.close()

  await page.reload()
  await expect(page.getByText('Antwoord: Je hebt gelijk.')).toBeVisible()
})

test('the evidence is gone after its time, and the participant and an examiner read that', async ({ page, browser }) => {
  const files = () =>
    one<{ n: string }>(
      `select count(*) as n from core_files f where f.company_id = (select company_id from proctoring_recordings where attempt_id = $1)
         and f.purpose like 'proctoring.%' and f.id = any($2::bigint[])`,
      [attempt, kept],
    ).then(({ n }) => Number(n))
  const { kept } = await one<{ kept: string[] }>(
    `select array_agg(p.file_id) || array[r.id_photo_id, r.face_photo_id] as kept from proctoring_pieces p join proctoring_recordings r on r.id = p.recording_id
      where r.attempt_id = $1 group by r.id`,
    [attempt],
  )
  expect(await files()).toBe(kept.length)
  // The clock is moved for this recording, and its hourly job runs now.
  await inDatabase(async (client) => {
    await client.query(`update proctoring_recordings set evidence_expires_at = now() - interval '1 minute' where attempt_id = $1`, [
      attempt,
    ])
    await client.query(
      `insert into core_outbox (company_id, kind, name, payload)
         select company_id, 'job', 'proctoring.delete_evidence', '{}' from proctoring_recordings where attempt_id = $1`,
      [attempt],
    )
  })
  await expect.poll(files).toBe(0)
  const row = await one<{ key: string | null }>('select key from proctoring_recordings where attempt_id = $1', [attempt])
  expect(row.key).toBeNull()
  await enter(page, PARTICIPANT, 'noordwind', `/deelnemer/training/quiz/resultaten/${attempt}`)
  await expect(page.getByText(/^Verwijderd op /)).toBeVisible()
  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width: 1280, height: 900 } })
  const examiner = await context.newPage()
  await enter(examiner, EXAMINERS[2], 'examenhuis', `/proctoring/view/0/0/${attempt}`)
  await expect(examiner.getByText(/^De opname is op .* verwijderd\.$/)).toBeVisible()
  await context.close()
})

test('the list and a review work on a phone', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await enter(page, EXAMINERS[1], 'examenhuis', '/proctoring')
  await expect(page.getByRole('button', { name: 'Beoordelen' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Beoordelen' }).first().click()
  await expect(page.getByRole('button', { name: 'Afspelen' })).toBeVisible()
  await isSound(page)
  await context.close()
})
