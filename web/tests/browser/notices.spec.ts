import { type Browser, type Page, expect, test } from '@playwright/test'
import { CoursePages } from './pages/course.js'
import { asOperator } from './pages/operator.js'
import { LoginPage, PASSWORD, ProfileMenu } from './pages/session.js'
import { isSound } from './pages/sound.js'

const PERSON = 'leerling@bouwmeester.example'
const COURSE = 'Toolbox tillen en dragen'
const OLD_BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'

test.describe.configure({ mode: 'serial' })

/** An admin's API calls, in a separate browser context. */
async function asAdmin<T>(
  browser: Browser,
  work: (call: (method: string, path: string, data?: object) => Promise<T>) => Promise<T>,
): Promise<T> {
  const { request } = await browser.newContext({ baseURL: process.env.BASE_URL! })
  const call = async (method: string, path: string, data?: object) => {
    const { csrf_token: token } = await (await request.get('/public/auth/csrf/')).json()
    const answer = await request.fetch(path, { method, data, headers: { 'x-csrf-token': token } })
    expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true)
    return answer.json()
  }
  await call('POST', '/public/auth/login/', { email: 'admin@platform.example', password: PASSWORD })
  return work(call)
}

interface Company {
  id: number
  updated_at: string
}

function setTagManager(browser: Browser, id: string): Promise<unknown> {
  return asAdmin<unknown>(browser, async (call) => {
    const { data } = (await call('GET', '/api/companies?search=bouwmeester')) as { data: Company[] }
    const { data: company } = (await call('GET', `/api/companies/${data[0]!.id}`)) as { data: Company }
    return call('PATCH', `/api/companies/${company.id}`, {
      updated_at: company.updated_at,
      settings: { core: { tag_manager_id: id } },
    })
  })
}

const eventsOf = (page: Page) =>
  page.evaluate(() =>
    ((window as { dataLayer?: { event: string; route?: string }[] }).dataLayer ?? []).map(({ event, route }) => route ?? event),
  )

test('an open invitation is mailed again, and its link opens a page that says what to do', async ({ page, browser }) => {
  await new LoginPage(page).open('noordwind')
  await page.getByLabel('E-mailadres').fill('nieuw@noordwind.example')
  await page.getByLabel('E-mailadres').press('Enter')
  await expect(page.getByText(/We hebben hem opnieuw gestuurd naar nieuw@noordwind\.example/)).toBeVisible()
  await isSound(page)
  await page.getByRole('button', { name: 'Ander e-mailadres gebruiken' }).click()
  await page.getByLabel('E-mailadres').press('Enter')
  await expect(page.getByText(/kort geleden al gestuurd/)).toBeVisible()

  let link = ''
  await expect(async () => {
    const { data } = await asAdmin<{ data: { id: number; is_sealed: boolean; status: string }[] }>(browser, (call) =>
      call('GET', '/api/mails?search=nieuw@noordwind.example'),
    )
    const [mail] = data.filter(({ is_sealed: isSealed, status }) => isSealed && status === 'kept')
    expect(mail).toBeDefined()
    // An admin sees the secret masked. An operator without a mail server opens the mail on the server.
    link = /\/invite\?token=[\w-]+/.exec(asOperator('core.open_mail', String(mail!.id)))![0]
  }).toPass()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Je bent uitgenodigd door Noordwind' })).toBeVisible()
  await expect(page).toHaveTitle('Uitnodiging · Noordwind')
  await isSound(page)
  await page.goto('/invite?token=cut-off')
  await expect(page.getByRole('heading', { name: 'Deze link klopt niet' })).toBeVisible()
})

test('the login page remembers the options of an address', async ({ page }) => {
  await page.goto('/login?id=noordwind&expired=1')
  await expect(page).toHaveURL('/login/noordwind?expired=1')
  await expect(page.getByText(/Je sessie is verlopen/)).toBeVisible()
  await page.goto('/login?id=bouwmeester&passwordreset=1')
  await expect(page).toHaveURL('/login/bouwmeester?passwordreset=1')
  await expect(page.getByRole('dialog', { name: 'Nieuw wachtwoord instellen' })).toBeVisible()
})

test('an incident is shown on the login page, with a link to the status page', async ({ page }) => {
  const incident = { english_message: 'Certificates come late.', dutch_message: 'Certificaten komen later.' }
  // HTTP tests cover what the server puts into the page; this test covers what a visitor sees of it.
  await page.route('**/login/noordwind', async (route) => {
    const body = await (await route.fetch()).text()
    await route.fulfill({ contentType: 'text/html', body: body.replace('"incident":null', `"incident":${JSON.stringify(incident)}`) })
  })
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/login/noordwind')
    await expect(page.getByRole('alert')).toContainText('Certificaten komen later.')
    await isSound(page)
  }
  await page.getByRole('alert').getByRole('link', { name: 'Systeemstatus' }).click()
  await expect(page).toHaveURL('/status')
})

test('page views are measured once each after consent, and stop after it is withdrawn', async ({ page, browser }) => {
  await setTagManager(browser, 'GTM-TEST123')
  const asked: string[] = []
  await page.route('https://www.googletagmanager.com/**', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: 'window.tagManagerRan = true' })
  })
  await new LoginPage(page).signIn(PERSON, 'bouwmeester')
  await expect(page.getByRole('region', { name: 'Meten van bezoek' })).toBeVisible()
  await isSound(page)
  await page.getByRole('link', { name: 'Resultaten' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mijn resultaten' })).toBeVisible()
  expect([asked, await eventsOf(page)]).toEqual([[], []])

  await page.getByRole('button', { name: 'Ja, dat mag' }).click()
  await expect.poll(() => page.evaluate(() => 'tagManagerRan' in window)).toBe(true)
  expect(asked).toEqual(['https://www.googletagmanager.com/gtm.js?id=GTM-TEST123'])
  await expect(page.getByRole('region', { name: 'Meten van bezoek' })).toHaveCount(0)
  const course = new CoursePages(page)
  await page.getByRole('link', { name: 'Mijn trainingen' }).first().click()
  await course.open(COURSE)
  await course.language('Nederlands').click()
  await course.mainAction(/^Training starten$/).click()
  await page.getByRole('button', { name: 'Gelezen, ga verder' }).click()
  await expect(page.getByText(/^Stap 2 van/)).toBeVisible()
  const route = 'learning.richtext'
  await expect.poll(() => eventsOf(page)).toEqual(['gtm.js', 'learning.results', 'learning.trainings', 'learning.course', route, route])
  // A page that this role may not see is not counted as a view.
  await page.goto('/dashboard')
  await expect(page.getByText('Hier heb je geen toegang toe')).toBeVisible()
  // The document contains the refusal too: the link appears with the app.
  await expect(page.getByRole('link', { name: 'Naar de startpagina', exact: true })).toBeVisible()
  expect(await eventsOf(page)).toEqual(['gtm.js'])

  // A submitted attempt redirects to its result: that is one view, not two.
  await page.route('**/api/learning/attempts/999', (route) =>
    route.fulfill({ status: 409, json: { status: 'error', code: 'attempt_already_submitted' } }),
  )
  await page.goto('/deelnemer/training/quiz/poging/999')
  await expect(page).toHaveURL('/deelnemer/training/quiz/resultaten/999')
  await expect.poll(() => eventsOf(page)).toEqual(['gtm.js', 'learning.attempt_result'])

  await page.goto('/privacy')
  await expect(page.getByText('Je hebt goedgevonden dat bezoek aan pagina’s wordt gemeten.')).toBeVisible()
  await page.getByRole('button', { name: 'Meten stoppen' }).click()
  await expect(page.getByText('Je bezoek wordt niet gemeten.')).toBeVisible()
  await page.goto('/deelnemer/trainingen')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false)
  await setTagManager(browser, '')
})

test('a lesson and an attempt have no bars but a way out, and a failed submission shows an error', async ({ page }) => {
  const course = new CoursePages(page)
  await new LoginPage(page).signIn(PERSON, 'bouwmeester')
  await course.open(COURSE)
  await course.mainAction(/^Verder gaan$/).click()
  await expect(page.getByRole('button', { name: 'Gelezen, ga verder' })).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  await isSound(page)
  await page.getByRole('link', { name: COURSE }).click()
  await expect(page.getByRole('banner')).toBeVisible()
  await course.mainAction(/^Verder gaan$/).click()
  await course.readOn()
  await page.waitForURL(/\/quiz\/poging\//)
  await expect(page.getByRole('banner')).toHaveCount(0)
  const total = Number(/van (\d+)$/.exec((await course.place(1).textContent())!)![1])
  for (let question = 1; question <= total; question++) {
    await expect(course.place(question, total)).toBeVisible()
    // By keyboard, passing over an answer does not choose it: the person chooses it and then checks it.
    await course.answers().last().focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await expect(course.check()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(course.explanation()).toHaveCount(question)
    await expect(course.explanation().last().locator('..')).toBeFocused()
  }
  await expect(course.saved()).toBeVisible()
  await page.route('**/submit', (route) => route.fulfill({ status: 500, json: { status: 'error', code: 'default' } }))
  await course.practiced().click()
  await expect(page.getByRole('alert').filter({ hasText: 'Je poging kon niet worden opgeslagen' })).toBeVisible()
  await isSound(page)
  await page.getByRole('link', { name: 'Bewaren en later verder' }).click()
  // A person who comes back sees the answers given meanwhile, without a reload and without a page in between.
  await course.mainAction(/^Verder gaan$/).click()
  await expect(course.explanation()).toHaveCount(total)
})

test('a quiz with a waiting time opens when the time has passed, without a reload', async ({ page }) => {
  const course = new CoursePages(page)
  await new LoginPage(page).signIn(PERSON, 'bouwmeester')
  await page.clock.install()
  let isOpen = false
  await page.route(/\/activities\/\d+$/, async (route) => {
    const response = await route.fetch()
    const { data } = await response.json()
    const waiting = {
      ...data,
      status: 'waiting',
      quiz: { ...data.quiz, attempts: [], attempts_left: 0, used_up: true, available_from: new Date(Date.now() + 60_000).toISOString() },
    }
    await route.fulfill({ response, json: { data: isOpen ? data : waiting } })
  })
  await course.open(COURSE)
  await course.mainAction(/^Verder gaan$/).click()
  await expect(page.getByText('Je pogingen zijn op')).toBeVisible()
  isOpen = true
  await page.clock.fastForward(120_000)
  // The running attempt continues.
  await page.waitForURL(/\/quiz\/poging\//)
})

test('results, profile and a course say what could not be loaded', async ({ page }) => {
  await new LoginPage(page).signIn(PERSON, 'bouwmeester')
  await page.route(/\/api\/learning\/participations|\/api\/core\/profile$/, (route) =>
    route.fulfill({ status: 500, json: { status: 'error', code: 'default' } }),
  )
  const said: [path: string, words: string][] = [
    ['/deelnemer/resultaten', 'Je resultaten konden niet worden geladen'],
    ['/deelnemer/trainingen', 'Je trainingen konden niet worden geladen'],
    ['/deelnemer/training/1', 'Deze training kon niet worden geladen'],
    ['/profiel', 'Je profiel kon niet worden geladen'],
  ]
  for (const [path, words] of said) {
    await page.goto(path)
    await expect(page.getByText(words)).toBeVisible()
  }
})

test('a person without navigation can still sign out, which clears the mode of the tab', async ({ page }) => {
  await new LoginPage(page).enter(PERSON, 'bouwmeester')
  await page.goto('/deelnemer/trainingen?hidenavigation=1&mode=lti')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  expect(await page.evaluate(() => sessionStorage.getItem('lti_mode'))).toBe('1')
  await isSound(page)
  // The shell that is painted before the app runs knows the mode too, on an address without it.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/deelnemer/trainingen')
  await expect(page.locator('.shell-title')).toBeVisible()
  await expect(page.locator('.shell-bar')).toBeHidden()
  // The page says that its code did not load, and retries.
  await expect(page.getByRole('alert')).toContainText('kon niet helemaal worden geladen')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Opnieuw proberen' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Uitloggen' }).click()
  await expect(page).toHaveURL('/login/bouwmeester')
  expect(await page.evaluate(() => ['lti_mode', 'hidenavigation'].map((key) => sessionStorage.getItem(key)))).toEqual([null, null])
})

test('a page whose code fails to load shows an error between the bars, and recovers with the network', async ({ page }) => {
  await page.route('**/assets/ResultsPage-*.js', (route) => route.abort())
  await new LoginPage(page).enter(PERSON, 'bouwmeester')
  await page.goto('/deelnemer/trainingen')
  await page.getByRole('link', { name: 'Resultaten' }).click()
  await expect(page.getByRole('heading', { name: 'Dit konden we niet laden' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Mijn trainingen' }).first()).toBeVisible()
  await isSound(page)
  await page.unrouteAll()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByRole('heading', { level: 1, name: 'Mijn resultaten' })).toBeVisible()
})

test('an open page checks the version every few minutes', async ({ page }) => {
  await page.clock.install()
  await new LoginPage(page).signIn(PERSON, 'bouwmeester')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  let asked = 0
  await page.route('**/version', (route) => {
    asked += 1
    return route.continue()
  })
  await page.clock.fastForward('03:10')
  await expect.poll(() => asked).toBe(1)
  await page.clock.fastForward('03:10')
  await expect.poll(() => asked).toBe(2)
})

test('the admin’s profile menu lists companies', async ({ page }) => {
  await new LoginPage(page).signIn('admin@platform.example', null)
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Bedrijven' })).toHaveCount(0)
  const menu = new ProfileMenu(page)
  await menu.opener().click()
  await menu.dialog().getByRole('link', { name: 'Bedrijven' }).click()
  await expect(page).toHaveURL('/admin/bedrijven')
})

test.describe('an old browser', () => {
  test.use({ userAgent: OLD_BROWSER })
  test('shows a warning in a running course', async ({ page }) => {
    await new LoginPage(page).signIn(PERSON, 'bouwmeester')
    const course = new CoursePages(page)
    await course.open(COURSE)
    await course.chooseLanguage('Nederlands')
    await course
      .mainAction(/^(Training starten|Verder gaan)$/)
      .first()
      .click()
    await page.waitForURL(/\/training\/\w+\/\d+/)
    await page.reload()
    await expect(page.getByText(/^Let op de huidige browser kan ervoor zorgen/)).toBeVisible()
  })
})
