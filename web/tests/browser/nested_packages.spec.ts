import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FrameLocator, type Page, chromium, expect, test } from '@playwright/test'
import { golfInWindow, golfPackage, hostilePackage } from '../../../plugins/learning/tests/nested_packages.js'
import { BROWSER_ARGS } from './browser_args.js'
import { framedLink } from './pages/framed_link.js'
import { type PackageCourse, callsOf, packageCourses, packageFrame } from './pages/package_course.js'
import { LoginPage } from './pages/session.js'

// Packages whose pages frame each other and access each other's windows: on the platform's own page, in a separate window, and in the frame
// of another learning system. The platform is at 127.0.0.1, packages at localhost.

const COMPANY = 'bouwmeester'
const EMAIL = `leerling@${COMPANY}.example`
const packagesOrigin = process.env.BASE_URL!.replace('127.0.0.1', 'localhost')
const STANDARDS = ['1.2', '2004'] as const
let courses: Record<string, PackageCourse>

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  const packages: Record<string, Buffer> = {}
  for (const standard of STANDARDS) {
    const key = standard.replace('.', '')
    packages[`golf-${key}`] = await golfPackage(standard)
    packages[`venster-${key}`] = await golfInWindow(standard)
    packages[`kader-${key}`] = await golfPackage(standard)
  }
  packages['spion-een'] = await hostilePackage(process.env.BASE_URL!)
  packages['spion-twee'] = await hostilePackage(process.env.BASE_URL!)
  courses = await packageCourses(browser, { company: COMPANY, email: EMAIL, packages })
})

/** Opens the page of a package as the person it is assigned to. All its dialogs are accepted. */
async function opened(page: Page, name: string) {
  await new LoginPage(page).enter(EMAIL, COMPANY)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(courses[name]!.path)
}

const content = (golf: FrameLocator | Page) => golf.frameLocator('frame[name=content]')
const forward = (golf: FrameLocator | Page) => golf.frameLocator('frame[name=menu]').getByRole('button', { name: 'Verder' }).click()
const heading = (golf: FrameLocator | Page, name: string) => expect(content(golf).getByRole('heading', { name })).toBeVisible()

/** Takes the test of the package: first fails it, then passes it. */
async function takeTest(golf: FrameLocator | Page, around: Page | FrameLocator) {
  await heading(golf, 'De proef')
  const questions = content(golf).frameLocator('iframe')
  await expect(questions.getByText('API gevonden')).toBeVisible()
  await questions.getByRole('button', { name: 'Fout' }).click()
  await expect(around.getByText('Nog niet gehaald · 40%')).toBeVisible()
  await questions.getByRole('button', { name: 'Goed' }).click()
  await expect(around.getByText('Dit lespakket heb je gehaald.')).toBeVisible()
  await expect(around.getByText('Gehaald · 90%')).toBeVisible()
}

/** Plays from the first page to the test, and leaves and resumes on the way. */
async function playThrough(around: Page | FrameLocator, reload: () => Promise<unknown>) {
  const golf = packageFrame(around)
  await around.getByRole('button', { name: 'Begin', exact: true }).click()
  await heading(golf, 'De afslag')
  await forward(golf)
  await heading(golf, 'Het putten')
  await expect(around.getByText(/^Bezig/).first()).toBeVisible()
  await reload()
  await around.getByRole('button', { name: 'Ga verder', exact: true }).click()
  await heading(golf, 'Het putten')
  await forward(golf)
  await takeTest(golf, around)
}

for (const standard of STANDARDS) {
  const key = standard.replace('.', '')

  test(`SCORM ${standard}: nested frames play to the end, resume where the person left, and report their score`, async ({ page }) => {
    await opened(page, `golf-${key}`)
    await playThrough(page, () => page.reload())
    const { participation, activity } = courses[`golf-${key}`]!
    const { scorm } = await (await callsOf(page))('GET', `/api/learning/participations/${participation}/activities/${activity}`)
    expect(scorm.items).toMatchObject([{ state: 'finished', score: 90 }])
  })

  test(`SCORM ${standard}: a window that the package opens finds the API in its opener`, async ({ page }) => {
    await opened(page, `venster-${key}`)
    await page.getByRole('button', { name: 'Begin', exact: true }).click()
    const popup = page.waitForEvent('popup')
    await packageFrame(page).getByRole('button', { name: 'Open de les' }).click()
    const golf = await popup
    expect(new URL(golf.url()).origin).toBe(packagesOrigin)
    await heading(golf, 'De afslag')
    await forward(golf)
    await heading(golf, 'Het putten')
    await forward(golf)
    await takeTest(golf, page)
  })
}

test.describe('plays in the frame of another learning system', () => {
  let school: Server
  let origin = ''
  let framed = ''

  test.beforeAll(async () => {
    school = createServer((_, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(`<!doctype html><title>LMS</title><iframe id="tool" src="${framed}" width="1100" height="800"></iframe>`)
    })
    await new Promise<void>((resolve) => school.listen(0, '127.0.0.1', resolve))
    // A different site than the platform and than the packages.
    origin = `http://school.localhost:${(school.address() as AddressInfo).port}`
  })
  test.afterAll(() => new Promise((resolve) => school.close(resolve)))

  for (const standard of STANDARDS)
    test(`SCORM ${standard}: plays with third-party cookies blocked`, async () => {
      const name = `kader-${standard.replace('.', '')}`
      const args = [...BROWSER_ARGS, '--test-third-party-cookie-phaseout']
      const browser = await chromium.launch({ executablePath: process.env.WHOLE_CHROMIUM!, args })
      try {
        const page = await (await browser.newContext({ locale: 'nl-NL', viewport: { width: 1280, height: 900 } })).newPage()
        page.on('dialog', (dialog) => void dialog.accept())
        const link = async () => (framed = await framedLink({ email: EMAIL, framedBy: origin, to: courses[name]!.path }))
        await link()
        await page.goto(origin)
        await playThrough(page.frameLocator('#tool'), async () => {
          await link()
          await page.reload()
        })
      } finally {
        await browser.close()
      }
    })
})

test('a hostile package can read neither the platform nor the previous package', async () => {
  // A browser profile in which sites may store data in a frame as well, which Playwright's own contexts do not allow.
  const profile = await mkdtemp(join(tmpdir(), 'keeps-all-'))
  await mkdir(join(profile, 'Default'))
  const keeps = { profile: { block_third_party_cookies: false, cookie_controls_mode: 0 } }
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(keeps))
  const options = { executablePath: process.env.WHOLE_CHROMIUM!, args: BROWSER_ARGS, baseURL: process.env.BASE_URL!, locale: 'nl-NL' }
  const context = await chromium.launchPersistentContext(profile, options)
  try {
    const page = await context.newPage()
    for (const name of ['spion-een', 'spion-twee']) {
      await opened(page, name)
      const address = page.url()
      await page.getByRole('button', { name: 'Begin', exact: true }).click()
      const got = packageFrame(page).locator('#got')
      await expect(got).not.toBeEmpty()
      expect([name, JSON.parse((await got.textContent())!)]).toEqual([name, NOTHING])
      // The package stored what it could, so the next one would find it if storage were shared.
      expect(
        await packageFrame(page)
          .locator('body')
          .evaluate(() => [localStorage.spy, sessionStorage.spy, document.cookie]),
      ).toEqual(['1', '1', 'spy=1'])
      expect(page.url()).toBe(address)
    }
    const cookies = await context.cookies(process.env.BASE_URL)
    expect(cookies.map(({ name }) => name)).not.toContain('spy')
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
})

/** What a hostile package must find: no platform data, and its own storage, empty. */
const NOTHING = {
  ...{ cookies: '', local: null, session: null, fresh: true, database: 0 },
  ...{ referrer: 'none', here: 404, there: 'refused', page: 'refused', platformPage: 'refused' },
  ...{ top: 'refused', above: 'refused', worker: 'refused' },
}
