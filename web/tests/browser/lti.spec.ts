import AxeBuilder from '@axe-core/playwright'
import { type FrameLocator, type Page, chromium, expect, test } from '@playwright/test'
import { INSTRUCTOR, LEARNER, type LtiUser, type TestPlatform, startLtiPlatform } from '../../../core/testing/lti_platform.js'
import { asOperator } from './pages/operator.js'
import { LoginPage } from './pages/session.js'

// A school's learning system on another site: 127.0.0.1 is ours, localhost is not.
let platform: TestPlatform

const LENA: LtiUser = { sub: 'lena', name: 'Lena Kuipers', given_name: 'Lena', family_name: 'Kuipers', roles: [LEARNER] }
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

/** The school's page in a browser of its own; what a school's page frames there. */
async function atSchool(
  { asks, isBlocked }: { asks: Partial<TestPlatform['given']>; isBlocked: boolean },
  work: (frame: FrameLocator, page: Page) => Promise<void>,
): Promise<void> {
  Object.assign(platform.given, { deepLinking: false, asksForStorage: true, keepsStorage: true, ...asks })
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM!,
    // As most people have it by now: nothing of another site is kept in a frame, but apart for each site around it.
    args: ['--no-sandbox', '--disable-gpu', ...(isBlocked ? ['--test-third-party-cookie-phaseout'] : [])],
  })
  try {
    const page = await (await browser.newContext({ locale: 'nl-NL', viewport: { width: 1280, height: 900 } })).newPage()
    await page.goto(`${platform.url}/page`)
    await work(page.frameLocator('iframe'), page)
  } finally {
    await browser.close()
  }
}

async function frameIsSound(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include('iframe').disableRules(['frame-title', 'html-has-lang']).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([])
}

/** A supervisor says that somebody passed, and why. @param participation the course as that person has it */
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

test('a pupil learns in the frame of their school, and what they reached comes to its grade book', async ({ page: supervisor }) => {
  let participation = ''
  await atSchool({ asks: { user: LENA }, isBlocked: true }, async (frame, page) => {
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
    // Nothing asks in a school's frame; a window of one's own is where one agrees.
    await own.getByRole('dialog', { name: 'De voorwaarden' }).getByRole('button', { name: 'Ik ga akkoord' }).click()
    await expect(own.getByRole('heading', { level: 1, name: 'Toolbox tillen en dragen' })).toBeVisible()
    participation = /\d+$/.exec(new URL(own.url()).pathname)![0]
    await own.close()

    await begin.click()
    await expect(frame.getByRole('button', { name: 'Gelezen, ga verder' })).toBeVisible()
  })
  await passByHand(supervisor, participation)
  await expect
    .poll(() => platform.seen.scores.at(-1), { timeout: 60_000 })
    .toMatchObject({
      userId: LENA.sub,
      scoreGiven: 100,
      scoreMaximum: 100,
      activityProgress: 'Completed',
      gradingProgress: 'FullyGraded',
    })
})

test('a teacher sees how far their pupils are, where cookies are kept too', async () => {
  await atSchool({ asks: { user: ANJA, asksForStorage: false }, isBlocked: false }, async (frame, page) => {
    await expect(frame.getByRole('heading', { level: 1, name: 'Ladders' })).toBeVisible()
    const lena = frame.getByRole('row', { name: /Lena Kuipers/ })
    await expect(lena.getByText('Geslaagd')).toBeVisible()
    await expect(lena.getByText('Verstuurd')).toBeVisible()
    await frameIsSound(page)
  })
})

test('a teacher picks courses, and they come back as links of the school', async () => {
  await atSchool({ asks: { user: ANJA, deepLinking: true }, isBlocked: true }, async (frame, page) => {
    await frame.getByRole('checkbox', { name: /Werken op hoogte/ }).check()
    await frame.getByRole('checkbox', { name: /Introductie offshore wind/ }).check()
    await frameIsSound(page)
    await frame.getByRole('button', { name: '2 cursussen toevoegen' }).click()
    await expect(frame.getByRole('heading', { name: 'Picked' })).toBeVisible()
  })
  const items = platform.seen.picked.at(-1)!['https://purl.imsglobal.org/spec/lti-dl/claim/content_items'] as { title: string }[]
  expect(items.map(({ title }) => title)).toEqual(['Introductie offshore wind', 'Werken op hoogte'])
})
