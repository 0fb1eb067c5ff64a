import { type Page, expect, test } from '@playwright/test'
import { answerKey } from './answers.js'
import { CoursePages } from './pages/course.js'
import { LoginPage, ProfileMenu } from './pages/session.js'
import { isSound } from './pages/sound.js'

const COURSE = 'Toolbox tillen en dragen'
const key = answerKey('tillen-en-dragen', 'nl')

/** Checks that the page is sound and that neither our content security policy nor our scripts reported an error. */
async function isSoundAndQuiet(page: Page, errors: string[]): Promise<void> {
  await isSound(page)
  expect(errors).toEqual([])
}

function watch(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}

test.describe.configure({ mode: 'serial' })

let verification = ''

test('the login page has the company’s branding from the first paint', async ({ page }) => {
  const html = await (await page.request.get('/login/noordwind', { headers: { accept: 'text/html' } })).text()
  expect(html).toContain('<html lang="nl"')
  expect(html).toMatch(/<title>Inloggen · Noordwind<\/title>/)
  expect(html).toContain('--brand-primary:#0B4F6C')
  expect(html).toMatch(/<link rel="icon" href="\/images\/[0-9a-f]{32}\.svg">/)
  expect(html).toMatch(/<img class="splash-logo" src="\/images\/[0-9a-f]{32}\.svg" alt="Noordwind">/)
  expect(html).not.toMatch(/Leerplatform|Bouwmeester/)

  const errors = watch(page)
  await page.goto('/login/noordwind')
  await expect(page).toHaveTitle('Inloggen · Noordwind')
  await expect(page.getByRole('img', { name: 'Noordwind' }).first()).toBeVisible()
  expect(errors).toEqual([])
})

test('a wrong password shows an error, keeps the e-mail address and allows a retry', async ({ page }) => {
  const login = new LoginPage(page)
  await login.open('noordwind')
  await login.email().fill('leerling@noordwind.example')
  await login.email().press('Enter')
  await login.password().fill('vergeten')
  await login.password().press('Enter')
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(page.getByText('leerling@noordwind.example').or(login.email())).toBeVisible()
  await login.open('noordwind')
  await login.email().fill('niemand@noordwind.example')
  await login.email().press('Enter')
  await expect(page.getByRole('alert').first()).toBeVisible()
})

test('the trainings page requests its data once, in parallel with its code', async ({ page, browser }) => {
  await new LoginPage(page).signIn('leerling@noordwind.example', 'noordwind')
  await expect(page).toHaveURL('/deelnemer/trainingen')
  const fresh = await (await browser.newContext({ storageState: await page.context().storageState() })).newPage()
  const asked: string[] = []
  // The page creates blobs itself: they cause no request to the server.
  fresh.on('request', (request) => void (request.url().startsWith('blob:') || asked.push(new URL(request.url()).pathname)))
  const errors = watch(fresh)
  // A worker reads the browser's languages; wait until it has closed.
  const beside = fresh.waitForEvent('worker').then((worker) => worker.waitForEvent('close').catch(() => null))
  await fresh.goto('/deelnemer/trainingen')
  await beside
  await expect(new CoursePages(fresh).training(COURSE)).toBeVisible()
  await fresh.waitForLoadState('networkidle')
  const call = '/api/learning/participations'
  expect(asked.filter((path) => path === call)).toHaveLength(1)
  const isCode = (path: string) => /\/assets\/.*\.js$/.test(path)
  expect(asked.indexOf(call)).toBeLessThan(asked.findIndex(isCode))
  expect(errors).toEqual([])
  await fresh.context().close()
})

test('a participant takes a course and gets a certificate', async ({ page, browser }) => {
  const errors = watch(page)
  const course = new CoursePages(page)
  await new LoginPage(page).signIn('leerling@noordwind.example', 'noordwind')
  await expect(page).toHaveURL('/deelnemer/trainingen')
  await expect(course.training(COURSE)).toBeVisible()
  await isSoundAndQuiet(page, errors)

  await test.step('choosing the language starts the access period', async () => {
    await course.open(COURSE)
    await isSoundAndQuiet(page, errors)
    await course.language('Nederlands').click()
    await expect(page.getByText('Nog 60 dagen')).toBeVisible()
    // A later step is locked, and the page names the step that must be done first.
    await expect(page.getByText(/ · Rond eerst ‘/).first()).toBeVisible()
    await isSoundAndQuiet(page, errors)
  })

  const isThere = () => expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await test.step('reading leads to practice, which explains each answer at once', async () => {
    await course.mainAction(/^Training starten$/).click()
    await expect(page.getByRole('button', { name: 'Gelezen, ga verder' })).toBeVisible()
    await isSoundAndQuiet(page, errors)
    await course.readOn()
    await page.waitForURL(/\/quiz\/poging\//)
    await expect(course.place(1)).toBeVisible()
    await isSoundAndQuiet(page, errors)
    const first = await course.asked()
    await course.answer(key.wrong(first))
    if (await course.check().isVisible()) await course.check().click()
    await expect(course.explanation()).toHaveText(['Niet goed'])
    await expect(course.place(2)).toBeVisible()
    await isSoundAndQuiet(page, errors)
    // Given answers are still there after a reload.
    await page.reload()
    await expect(course.explanation()).toHaveText(['Niet goed'])
    await course.practise(key.right)
    // Everything is explained: a person who answered right goes on to the next step.
    await expect(page.getByRole('button', { name: 'Gelezen, ga verder' })).toBeVisible()
  })

  await test.step('the quiz is failed; answers survive a reload; the feedback explains', async () => {
    await course.readOn()
    // Practice may be repeated without a limit: it begins without a page of rules.
    await page.waitForURL(/\/quiz\/poging\//)
    await expect(page.getByText(/^Je bent geslaagd bij 70% goed/)).toBeVisible()
    await isSoundAndQuiet(page, errors)
    const first = await course.asked()
    await course.next().click()
    await expect(page.getByRole('alert')).toHaveText('Geef eerst een antwoord.')
    await course.answer(key.wrong(first))
    await expect(course.saved()).toBeVisible()
    await page.reload()
    await page.goto(`${page.url().split('?')[0]}?vraag=1`)
    await expect(course.question().locator('input:checked')).toHaveCount(1)
    // Radio buttons keep the answer. Ticking a checkbox again would clear it.
    await course.take((question) => (question === first ? [] : key.wrong(question)))
    // This also holds when the bars return before their code was loaded.
    await isThere()
    await expect(page.getByText('Nog niet gehaald')).toBeVisible()
    await isSoundAndQuiet(page, errors)
    await page.getByRole('button', { name: 'Bekijk wat er misging' }).click()
    await expect(page.getByText('Goed antwoord').first()).toBeVisible()
    await expect(page.getByText('Jouw antwoord').first()).toBeVisible()
    await expect(page.getByRole('link', { name: /^Lees ‘.+’ terug$/ }).first()).toBeVisible()
    await isSoundAndQuiet(page, errors)
  })

  await test.step('a retry starts at once, resumes where it stopped, and passes', async () => {
    await course.mainAction('Opnieuw proberen').click()
    await page.waitForURL(/\/quiz\/poging\//)
    await page.getByRole('link', { name: 'Bewaren en later verder' }).click()
    await course.mainAction(/^Verder gaan$/).click()
    await page.waitForURL(/\/quiz\/poging\//)
    await course.take(key.right)
    await expect(page.getByText('Geslaagd!')).toBeVisible()
    await page.getByRole('button', { name: 'Volgende', exact: true }).click()
  })

  await test.step('the evaluation is the last step', async () => {
    const send = page.getByRole('button', { name: 'Evaluatie versturen' })
    await expect(send).toBeVisible()
    await isSoundAndQuiet(page, errors)
    for (const group of await page.getByRole('radiogroup').all())
      await group.getByRole('radio').nth(3).or(group.getByRole('radio').last()).first().check({ force: true })
    await send.click()
    await expect(page.getByText('Gefeliciteerd, je bent geslaagd!')).toBeVisible()
  })

  await test.step('the certificate is available as a PDF and as a verification page', async () => {
    const download = page.getByRole('link', { name: /download/i }).first()
    await expect(download).toBeVisible()
    await isSoundAndQuiet(page, errors)
    const pdf = await page.request.get((await download.getAttribute('href'))!)
    expect(pdf.headers()['content-type']).toContain('application/pdf')
    expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')
    const check = await page.locator('a[href*="/certificate/"]').first().getAttribute('href')
    expect(check).toMatch(/\/certificate\/(status|qrcode)\/[\w-]{20,}$/)
    verification = check!.replace('/qrcode/', '/status/')
  })

  await test.step('a visitor who never signed in sees the printed data and that it is valid', async () => {
    const stranger = await browser.newContext({ viewport: { width: 390, height: 844 } })
    const visitor = await stranger.newPage()
    const complaints = watch(visitor)
    for (const address of [verification, verification.replace('/status/', '/qrcode/')]) {
      await visitor.goto(address)
      await expect(visitor.getByText('Sanne de Vries')).toBeVisible()
      await expect(visitor.getByText(COURSE)).toBeVisible()
      await expect(visitor.getByText(/^Geldig$/).first()).toBeVisible()
      await expect(visitor).toHaveTitle(/Noordwind/)
      expect(complaints).toEqual([])
    }
    await visitor.goto('/certificate/status/not-a-token-not-a-token')
    await expect(visitor.getByText('Sanne de Vries')).toHaveCount(0)
    await stranger.close()
  })
})

test('the supervisor sees on the dashboard that this person passed', async ({ page }) => {
  const errors = watch(page)
  await new LoginPage(page).signIn('beheerder@noordwind.example', 'noordwind')
  await expect(page).toHaveURL('/dashboard')
  const action = page.getByRole('listitem').filter({ hasText: 'Sanne de Vries' }).filter({ hasText: COURSE })
  await expect(action.first()).toBeVisible()
  expect(errors).toEqual([])
  await page.goto('/deelnemers')
  await expect(page.getByText('Sanne').first()).toBeVisible()
  expect(errors).toEqual([])
})

test('an admin signs in without a company and sees the companies', async ({ page }) => {
  const errors = watch(page)
  await new LoginPage(page).signIn('admin@platform.example', null)
  await page.goto('/admin/bedrijven')
  for (const name of ['Noordwind', 'Bouwmeester']) await expect(page.getByText(name, { exact: true }).first()).toBeVisible()
  expect(errors).toEqual([])
})

test('a participant of another company sees none of it', async ({ page }) => {
  await new LoginPage(page).signIn('leerling@bouwmeester.example', 'bouwmeester')
  await expect(page).toHaveTitle(/Bouwmeester/)
  await expect(page.getByText('Noordwind')).toHaveCount(0)
  for (const path of ['/dashboard', '/deelnemers', '/admin/bedrijven']) {
    await page.goto(path)
    await expect(page.getByText('Sanne de Vries')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: /Deelnemers|Bedrijven|Dashboard/ })).toHaveCount(0)
  }
})

test('signing out in one tab signs out the other, and the server ends the session', async ({ context }) => {
  const one = await context.newPage()
  await new LoginPage(one).signIn('leerling@bouwmeester.example', 'bouwmeester')
  const two = await context.newPage()
  await two.goto('/deelnemer/trainingen')
  await expect(two.getByRole('heading', { level: 1 })).toBeVisible()
  await new ProfileMenu(one).signOut()
  await one.waitForURL(/\/login\/bouwmeester/)
  await expect(two).toHaveURL(/\/login\/bouwmeester/)
  expect((await one.request.get('/user/identify')).status()).toBe(401)
})
