import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FrameLocator, type Page, chromium, expect, test } from '@playwright/test'
import { INSTRUCTOR, LEARNER, type LtiUser, type TestPlatform, startLtiPlatform } from '../../../core/testing/lti_platform.js'
import { BROWSER_ARGS } from './browser_args.js'
import { asOperator } from './pages/operator.js'
import { LoginPage } from './pages/session.js'
import { frameIsSound, isSound } from './pages/sound.js'

// A school's learning system on another site: 127.0.0.1 is the platform, localhost is the school.
let platform: TestPlatform

const LENA: LtiUser = { sub: 'lena', name: 'Lena Kuipers', given_name: 'Lena', family_name: 'Kuipers', roles: [LEARNER] }
const NOOR: LtiUser = { sub: 'noor', name: 'Noor Visser', given_name: 'Noor', family_name: 'Visser', roles: [LEARNER] }
const ANJA: LtiUser = { sub: 'anja', name: 'Anja Bos', given_name: 'Anja', family_name: 'Bos', roles: [INSTRUCTOR] }

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  platform = await startLtiPlatform(process.env.BASE_URL!, { host: 'localhost' })
  const { issuer, client_id, auth_url, token_url, jwks_url } = platform.facts
  asOperator(
    ...['lti.add_platform', '--company', 'noordwind', '--name', 'Schoolplein', '--issuer', issuer, '--client-id', client_id],
    ...['--deployment', platform.deployment, '--auth-url', auth_url, '--token-url', token_url, '--jwks-url', jwks_url],
  )
})
test.afterAll(() => platform.stop())

/**
 * What a browser stores of our pages: everything; in a frame only in storage partitioned by the surrounding site (as most browsers do by
 * now); nothing in a frame (as Safari does); nothing at all.
 */
type Keeps = 'all' | 'partitioned' | 'outside' | 'nothing'

/** Starts a separate browser. One that stores nothing has been configured so by its user: no cookies and no storage for any site. */
async function browserThat(keeps: Keeps): Promise<{ page: Page; close: () => Promise<void> }> {
  const executablePath = process.env.WHOLE_CHROMIUM!
  const args = [...BROWSER_ARGS, ...(keeps === 'partitioned' ? ['--test-third-party-cookie-phaseout'] : [])]
  const options = { locale: 'nl-NL', viewport: { width: 1280, height: 900 } }
  if (keeps === 'all' || keeps === 'partitioned') {
    const browser = await chromium.launch({ executablePath, args })
    return { page: await (await browser.newContext(options)).newPage(), close: () => browser.close() }
  }
  const profile = await mkdtemp(join(tmpdir(), 'keeps-nothing-'))
  await mkdir(join(profile, 'Default'), { recursive: true })
  await writeFile(
    join(profile, 'Default', 'Preferences'),
    JSON.stringify({
      profile:
        keeps === 'nothing'
          ? { default_content_setting_values: { cookies: 2 }, block_third_party_cookies: true }
          : { content_settings: { exceptions: { cookies: { 'http://127.0.0.1:*,http://localhost:*': { setting: 2 } } } } },
    }),
  )
  const context = await chromium.launchPersistentContext(profile, { executablePath, args, ...options })
  const close = async () => {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
  return { page: context.pages()[0] ?? (await context.newPage()), close }
}

/** Opens the school's page, which frames the platform. */
async function atSchool(
  { asks, keeps }: { asks: Partial<TestPlatform['given']>; keeps: Keeps },
  work: (frame: FrameLocator, page: Page) => Promise<void>,
): Promise<void> {
  Object.assign(platform.given, {
    deepLinking: false,
    asksForStorage: true,
    keepsStorage: true,
    storageTarget: '_parent',
    answersAfter: 0,
    ...asks,
  })
  const { page, close } = await browserThat(keeps)
  try {
    await page.goto(`${platform.url}/page`)
    await work(page.frameLocator('iframe'), page)
  } catch (error) {
    // The browser is closed before the run records the page, so its text goes into the error.
    const text = await page.frameLocator('iframe').locator('body').innerText().catch(String)
    throw new Error(`${(error as Error).message}\nIn the frame: ${text}`, { cause: error })
  } finally {
    await close()
  }
}

/** A supervisor records that somebody passed, with a reason. @param participation the course as that person has it */
async function passByHand(page: Page, participation: string): Promise<void> {
  await new LoginPage(page).signIn('beheerder@noordwind.example', 'noordwind')
  const { csrf_token: token } = (await (await page.request.get('/public/auth/csrf/')).json()) as { csrf_token: string }
  const { data } = (await (await page.request.get(`/api/learning/insights/${participation}`)).json()) as { data: { updated_at: string } }
  const answer = await page.request.post(`/api/learning/insights/${participation}/acts`, {
    headers: { 'x-csrf-token': token },
    data: { act: 'pass', reason: 'Gezien bij de praktijkles', updated_at: data.updated_at },
  })
  expect(answer.status()).toBe(200)
}

test('a pupil learns in the school’s frame, and the score reaches its grade book', async ({ page: supervisor }) => {
  let participation = ''
  await atSchool({ asks: { user: LENA }, keeps: 'partitioned' }, async (frame, page) => {
    // The terms are shown inside the frame: a person who learns in a frame may never open a window of ours.
    const terms = frame.getByRole('dialog', { name: 'De voorwaarden' })
    await expect(terms.getByRole('button', { name: 'Ik ga akkoord' })).toBeVisible()
    await expect(terms.getByRole('button')).toHaveCount(1)
    await frameIsSound(page)
    await terms.getByRole('button', { name: 'Ik ga akkoord' }).click()
    await expect(terms).toHaveCount(0)
    await expect(frame.getByRole('heading', { level: 1, name: 'Toolbox tillen en dragen' })).toBeVisible()
    await expect(frame.getByRole('button', { name: /^Profielmenu van / })).toHaveCount(0)
    await expect(frame.getByRole('banner')).toHaveCount(0)
    await frame.getByRole('button', { name: 'Nederlands', exact: true }).click()
    const begin = frame.getByRole('button', { name: /^(Training starten|Verder gaan)$/ }).first()
    await expect(begin).toBeVisible()
    await frameIsSound(page)

    const opened = page.waitForEvent('popup')
    await frame.getByRole('button', { name: 'In een eigen venster openen' }).click()
    const own = await opened
    await expect(own.getByRole('heading', { level: 1, name: 'Toolbox tillen en dragen' })).toBeVisible()
    await expect(own.getByRole('dialog')).toHaveCount(0)
    participation = /\d+$/.exec(new URL(own.url()).pathname)![0]
    await own.close()

    await begin.click()
    await expect(frame.getByRole('button', { name: 'Gelezen, ga verder' })).toBeVisible()
  })
  await passByHand(supervisor, participation)
  await expect
    .poll(() => platform.seen.scores.at(-1))
    .toMatchObject({
      userId: LENA.sub,
      scoreGiven: 100,
      scoreMaximum: 100,
      activityProgress: 'Completed',
      gradingProgress: 'FullyGraded',
    })
})

test('a certificate can be saved from the frame, with partitioned cookies and without cookies', async () => {
  for (const keeps of ['partitioned', 'nothing'] as const)
    await atSchool({ asks: { user: LENA }, keeps }, async (frame, page) => {
      const saved = page.waitForEvent('download')
      await frame.getByRole('link', { name: 'Certificaat downloaden' }).click()
      const file = await saved
      expect(file.suggestedFilename()).toMatch(/\.pdf$/)
      expect((await readFile((await file.path())!)).subarray(0, 5).toString()).toBe('%PDF-')
    })
})

const heading = (frame: FrameLocator) => frame.getByRole('heading', { level: 1, name: 'Toolbox tillen en dragen' })
const OTHER_BROWSER = /begon in een andere browser, of je browser bewaart hier niets/

test('a frame with its own storage does not need the school’s page', async () => {
  await atSchool({ asks: { user: LENA, asksForStorage: false, keepsStorage: false }, keeps: 'partitioned' }, async (frame, page) => {
    await expect(heading(frame)).toBeVisible()
    const ours = (await page.context().cookies()).filter(({ domain }) => domain === new URL(process.env.BASE_URL!).hostname)
    for (const { partitionKey, name } of ours) expect(partitionKey, name).toBeTruthy()
  })
})

test('a storage frame name that the school’s page lacks blocks nobody', async () => {
  await atSchool({ asks: { user: LENA, storageTarget: 'gone' }, keeps: 'nothing' }, async (frame) => {
    // A person who is new sees the terms before it.
    await expect(heading(frame).or(frame.getByRole('dialog', { name: 'De voorwaarden' }))).toBeVisible()
  })
})

test('a browser without storage opens a course by the storage of the school’s page, and shows an error without it', async () => {
  // The school's page is busy: it stores the value at once but confirms it only after a while.
  await atSchool({ asks: { user: NOOR, answersAfter: 4_000 }, keeps: 'nothing' }, async (frame, page) => {
    await frame.getByRole('button', { name: 'Ik ga akkoord' }).click()
    await expect(heading(frame)).toBeVisible()
    const picture = frame.getByRole('img', { name: /^Iemand/ })
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await frame.getByRole('button', { name: 'Nederlands', exact: true }).click()
    await frame.getByRole('button', { name: 'Training starten' }).first().click()
    for (let step = 0; step < 3; step++) {
      const before = await frame.getByRole('heading', { level: 1 }).textContent()
      await frame.getByRole('button', { name: 'Gelezen, ga verder' }).click()
      await expect(frame.getByRole('heading', { level: 1 })).not.toHaveText(before!)
    }
    // A lesson with a video: it plays although the player's own requests carry no session.
    const film = frame.locator('video')
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0)
    expect(await film.evaluate((video: HTMLVideoElement) => video.error)).toBeNull()
    expect(await film.evaluate((video: HTMLVideoElement) => video.currentSrc)).toContain('/files/')
    // The poster of the video was loaded by a request that the page made itself.
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.poster)).toMatch(/^blob:/)
    const drawn = film.evaluate(async (video: HTMLVideoElement) => {
      const image = new Image()
      image.src = video.poster
      await image.decode()
      return image.naturalWidth
    })
    expect(await drawn).toBeGreaterThan(0)
    await film.evaluate(async (video: HTMLVideoElement) => {
      video.muted = true
      await video.play()
    })
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.5)
    const images = frame.getByRole('main').getByRole('img')
    for (const image of await images.all())
      await expect.poll(() => image.evaluate((one) => !(one instanceof HTMLImageElement) || one.naturalWidth > 0)).toBe(true)
    expect(await page.context().cookies()).toEqual([])
  })
  for (const asks of [{ keepsStorage: false }, { asksForStorage: false }])
    await atSchool({ asks: { user: LENA, ...asks }, keeps: 'nothing' }, async (frame, page) => {
      const opens = frame.getByRole('link', { name: 'Openen in een nieuw venster' })
      await expect(opens).toBeVisible()
      await frameIsSound(page)
      const opened = page.waitForEvent('popup')
      await opens.click()
      // The browser stores nothing in the new window either: the page says so and offers a way back.
      const window = await opened
      await expect(window.getByText(OTHER_BROWSER)).toBeVisible()
      await window.getByRole('link', { name: 'Terug naar de leeromgeving' }).click()
      await expect(window).toHaveURL(`${platform.url}/page`)
    })
})

test('a browser without storage in frames opens the course in its own window', async () => {
  for (const asks of [{ keepsStorage: false }, { asksForStorage: false }])
    await atSchool({ asks: { user: LENA, ...asks }, keeps: 'outside' }, async (frame, page) => {
      const opened = page.waitForEvent('popup')
      await frame.getByRole('link', { name: 'Openen in een nieuw venster' }).click()
      const window = await opened
      await expect(window.getByRole('heading', { level: 1, name: 'Toolbox tillen en dragen' })).toBeVisible()
    })
})

test('a person of a system without LTI opens a signed link, enters their name, and is in the course', async ({ page }) => {
  const link = () =>
    JSON.parse(
      asOperator(
        ...['lti.sign_link', '--company', 'noordwind', '--system', 'Intranet', '--sub', 'wim', '--name', 'Wim Postma'],
        ...['--course', 'tillen-en-dragen', '--locale', 'nl'],
      ),
    ) as { url: string }
  const { url } = link()
  await page.goto(`${url}?mode=lti`)
  await expect(page.getByRole('heading', { level: 1, name: /^Welkom bij / })).toBeVisible()
  expect(page.url()).not.toContain(url.split('/launch/')[1]!.split('/')[0]!)
  await isSound(page)
  // The form survives a reload.
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Voornaam' })).toHaveValue('Wim')
  await page.getByRole('button', { name: 'Naar de training' }).click()
  await expect(page.getByText('Ga akkoord om verder te gaan.')).toBeVisible()
  await page.getByRole('checkbox', { name: /ga akkoord/ }).check()
  await page.getByRole('button', { name: 'Naar de training' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Toolbox tillen en dragen' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Profielmenu van / })).toHaveCount(0)
  await page.goto(url)
  await expect(page.getByText('Deze aanmelding is al gebruikt')).toBeVisible()
  await page.goto(link().url)
  await expect(page.getByRole('heading', { level: 1, name: 'Toolbox tillen en dragen' })).toBeVisible()
})

test('a teacher sees the progress of their pupils, also where cookies are stored', async () => {
  await atSchool({ asks: { user: ANJA, asksForStorage: false }, keeps: 'all' }, async (frame, page) => {
    await expect(frame.getByRole('heading', { level: 1, name: 'Ladders' })).toBeVisible()
    const lena = frame.getByRole('row', { name: /Lena Kuipers/ })
    await expect(lena.getByText('Geslaagd')).toBeVisible()
    await expect(lena.getByText('Verstuurd')).toBeVisible()
    await frameIsSound(page)
  })
})

test('a teacher picks courses, which the school receives as links', async () => {
  await atSchool({ asks: { user: ANJA, deepLinking: true }, keeps: 'partitioned' }, async (frame, page) => {
    await frame.getByRole('checkbox', { name: /Werken op hoogte/ }).check()
    await frame.getByRole('checkbox', { name: /Introductie offshore wind/ }).check()
    await frameIsSound(page)
    await frame.getByRole('button', { name: '2 trainingen toevoegen' }).click()
    await expect(frame.getByRole('heading', { name: 'Picked' })).toBeVisible()
  })
  const items = platform.seen.picked.at(-1)!['https://purl.imsglobal.org/spec/lti-dl/claim/content_items'] as { title: string }[]
  expect(items.map(({ title }) => title)).toEqual(['Introductie offshore wind', 'Werken op hoogte'])
})

test('an admin copies the settings for each system, hears that they were copied, and reads an error in words', async () => {
  const { page, close } = await browserThat('all')
  try {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await new LoginPage(page).enter('admin@platform.example', null)
    await page.goto('/admin/bedrijven/lti')
    await page.getByRole('combobox', { name: 'Bedrijf' }).click()
    await page.getByRole('option', { name: 'Noordwind' }).click()
    const home = new URL(process.env.BASE_URL!)
    const asked = {
      Moodle: { 'Tool URL': `${home.origin}/lti/launch`, 'Public keyset': `${home.origin}/lti/jwks` },
      Canvas: { 'OpenID Connect Initiation Url': `${home.origin}/lti/login` },
      Brightspace: { Domain: home.origin, 'Redirect URLs': `${home.origin}/lti/launch` },
      Blackboard: { 'Domain(s)': home.host, 'Tool JWKS URL': `${home.origin}/lti/jwks` },
    }
    for (const [system, fields] of Object.entries(asked)) {
      await page.getByRole('radiogroup', { name: 'Systeem' }).getByRole('radio', { name: system }).click()
      for (const [field, value] of Object.entries(fields)) {
        await page.getByRole('button', { name: `Kopiëren: ${field}`, exact: true }).click()
        await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(value)
      }
    }
    await expect(page.getByRole('status').filter({ hasText: 'Gekopieerd' }).first()).toBeVisible()
    await page.evaluate(() => Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error('No.')) }))
    await page.getByRole('button', { name: 'Kopiëren: Domain(s)', exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Kopiëren lukte niet' })).toBeVisible()
    await isSound(page)

    platform.faults.refuses = 403
    await page.getByRole('button', { name: 'Controleren: Schoolplein' }).click()
    const panel = page.getByRole('dialog', { name: 'Controle van Schoolplein' })
    await expect(panel.getByText('De sleutelset is niet te lezen. Controleer het adres.')).toBeVisible()
    await expect(panel.getByText('Antwoordt met een fout (403)')).toBeVisible()
    await expect(panel.getByText('Geeft geen toegang (403)')).toBeVisible()
    await isSound(page)
    platform.faults.refuses = 0
    await panel.getByRole('button', { name: 'Opnieuw controleren' }).click()
    await expect(panel.getByText('De sleutelset is te lezen.')).toBeVisible()
    await expect(panel.getByText('De leeromgeving aanvaardt onze handtekening.')).toBeVisible()
  } finally {
    platform.faults.refuses = 0
    await close()
  }
})
