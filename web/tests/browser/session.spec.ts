import { type Page, expect, test } from '@playwright/test'
import { CoursePages } from './pages/course.js'
import { endOtherSessions, LoginPage, PASSWORD, ProfileMenu } from './pages/session.js'
import { isSound } from './pages/sound.js'

const PERSON = 'leerling@bouwmeester.example'

test('a sign-in stores the hints of the specification, and the guard uses them', async ({ page, context }) => {
  await new LoginPage(page).signIn(PERSON, 'bouwmeester')
  await expect(page).toHaveURL('/deelnemer/trainingen')
  const cookies = new Map((await context.cookies()).map((cookie) => [cookie.name, cookie]))
  expect(cookies.get('logged_in')).toMatchObject({ value: '1', httpOnly: false })
  expect(cookies.get('logged_in')!.expires - Date.now() / 1000).toBeCloseTo(43_200, -2)
  expect(cookies.get('logged_in_session')).toMatchObject({ value: '1', expires: -1 })
  expect(cookies.has('redirect')).toBe(true)
  expect(cookies.get('session')).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  const stored = await page.evaluate(() => ({ ...localStorage }))
  expect(stored.window_identifier).toMatch(/^dftq-\d{1,3}$/)
  expect(stored.user_role).toBe('leerling')
  expect(Date.parse(stored.session_expires_at!) - Date.now()).toBeGreaterThan(43_000_000)

  await page.goto('about:blank')
  await context.clearCookies({ name: 'logged_in_session' })
  await page.goto('/deelnemer/resultaten')
  await expect(page).toHaveURL('/login/bouwmeester')
})

test('the session warns an hour and ten minutes before its end, and its end shows the reason', async ({ page }) => {
  await page.clock.install()
  await new LoginPage(page).signIn(PERSON, 'bouwmeester')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Each time is measured from the end, so that the time of signing in does not matter.
  const until = async (minutesLeft: number) => {
    const ahead = (left: number) => Date.parse(localStorage.getItem('session_expires_at')!) - Date.now() - left
    await page.clock.fastForward(await page.evaluate(ahead, minutesLeft * 60_000))
  }
  await until(62)
  await expect(page.getByText(/^Je sessie eindigt om/)).toHaveCount(0)
  await until(59)
  await expect(page.getByText(/^Je sessie eindigt om \d\d:\d\d\./)).toBeVisible()
  await until(12)
  await expect(page.getByText(/^Je wordt over \d+ minuten uitgelogd/)).toHaveCount(0)
  // Without a pause: the first warning is still closing and must not close the last one with it.
  await until(9.9)
  await expect(page.getByText(/^Je wordt over (9|10) minuten uitgelogd/)).toBeVisible()
  await until(-0.1)
  await expect(page).toHaveURL(/\/login\/bouwmeester\?.*expired/)
  await expect(page.getByText(/Je sessie is verlopen/)).toBeVisible()
  expect((await page.request.get('/user/identify')).status()).toBe(401)
})

test('a device that is signed out from another one says so, instead of that the session expired', async ({ page, browser }) => {
  await new LoginPage(page).signIn(PERSON, 'bouwmeester')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await endOtherSessions(browser, PERSON, 'bouwmeester')
  await page.getByRole('link', { name: 'Resultaten' }).first().click()
  await expect(page).toHaveURL('/login/bouwmeester?ended=1')
  await expect(page.getByText(/^Je bent op dit apparaat uitgelogd/)).toBeVisible()
})

test('a document in the browser’s cache is requested again when going back after signing out', async ({ page }) => {
  await new LoginPage(page).signIn(PERSON, 'bouwmeester')
  await page.goto('/deelnemer/resultaten')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await new ProfileMenu(page).signOut()
  await expect(page).toHaveURL('/login/bouwmeester')
  // Captures the document as parsed, before its scripts run: they redirect at once.
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      if (location.pathname === '/deelnemer/resultaten' && document.readyState === 'interactive')
        localStorage.setItem('document', document.documentElement.innerHTML)
    })
  })
  await page.goBack()
  await expect(page).toHaveURL('/login/bouwmeester')
  const asked = await page.evaluate(() => localStorage.getItem('document'))
  expect(asked).toContain('<title>')
  expect(asked).not.toContain(PERSON)
})

test('an answer given offline is stored, reported, and saved when the network is back', async ({ page, context }) => {
  const course = new CoursePages(page)
  await new LoginPage(page).signIn(PERSON, 'bouwmeester')
  await course.open('Werken op hoogte')
  await course.chooseLanguage('Nederlands')
  await course.mainAction(/^Training starten$/).click()
  await course.readOn()
  await course.mainAction('Toets starten').click()
  await page.waitForURL(/\/quiz\/poging\//)
  await course.answers().first().waitFor()

  await context.setOffline(true)
  await course.answers().first().check({ force: true })
  await expect(page.getByText('Nog niet bewaard')).toBeVisible()
  await context.setOffline(false)
  await expect(course.saved()).toBeVisible()

  // A closed laptop: unsent answers are stored in the browser. A question with several right answers does not move on without a press.
  await page.getByRole('button', { name: /^Vraag 2 van/ }).click()
  await expect(course.place(2)).toBeVisible()
  await context.setOffline(true)
  await course.answers().first().check({ force: true })
  await expect(page.getByText('Nog niet bewaard')).toBeVisible()
  await context.setOffline(false)
  await page.goto(`${page.url().split('?')[0]}?vraag=2`)
  await expect(course.saved()).toBeVisible()
  await expect(course.question().locator('input:checked')).toHaveCount(1)
})

test('a tab with the token of an earlier session fetches the new one and goes on working', async ({ page }) => {
  const course = new CoursePages(page)
  await new LoginPage(page).signIn(PERSON, 'bouwmeester')
  // The attempt of the test above continues; its first answer makes the page fetch a token.
  await course.open('Werken op hoogte')
  await course.mainAction('Verder gaan').first().click()
  await page.waitForURL(/\/quiz\/poging\//)
  await course.answers().first().check({ force: true })
  await expect(course.saved()).toBeVisible()

  const status = await page.evaluate(async (password) => {
    const { csrf_token: token } = await (await fetch('/public/auth/csrf/')).json()
    const body = JSON.stringify({ email: 'leerling@bouwmeester.example', password })
    const headers = { 'content-type': 'application/json', 'x-csrf-token': token }
    return (await fetch('/public/auth/login/', { method: 'POST', headers, body })).status
  }, PASSWORD)
  expect(status).toBe(200)
  const saves: number[] = []
  page.on('response', (response) => response.url().includes('/answers/') && saves.push(response.status()))
  await course.answers().last().check({ force: true })
  await expect.poll(() => saves).toEqual([403, 200])
  await expect(course.saved()).toBeVisible()
})

test('a tab on an address that looks like another site stays here after sign-in', async ({ context, baseURL }) => {
  const origin = new URL(baseURL!).origin
  const strange = ['//evil.example/login', '/\\evil.example', '///evil.example', '/.//evil.example/login']
  const tabs = []
  for (const path of strange) {
    const tab = await context.newPage()
    await tab.goto(origin + path)
    // An injected path, stored as the address to return to after signing in.
    await tab.evaluate((value) => sessionStorage.setItem('return_to', value), `/\t${path}`)
    tabs.push(tab)
  }
  const left: string[] = []
  for (const tab of tabs)
    tab.on('request', (request) => {
      // A blob that the page creates (as core/pages/start_script.ts does) has the origin of that page.
      if (!request.url().startsWith('data:') && new URL(request.url()).origin !== origin) left.push(request.url())
    })
  const signingIn = await context.newPage()
  await signingIn.goto(`${origin}/login/bouwmeester`)
  await signingIn.evaluate(() => sessionStorage.setItem('return_to', '/\t/evil.example'))
  await new LoginPage(signingIn).signIn(PERSON, 'bouwmeester')
  await expect(signingIn).toHaveURL(`${origin}/deelnemer/trainingen`)
  for (const tab of tabs) await expect.poll(() => new URL(tab.url()).origin).toBe(origin)
  await expect(tabs[0]!).toHaveURL(`${origin}/deelnemer/trainingen`)
  expect(left).toEqual([])
})

test.describe('typed values survive the end of the session', () => {
  const password = (page: Page) => page.getByRole('dialog', { name: 'Opnieuw inloggen' }).getByLabel('Wachtwoord', { exact: true })
  const field = (page: Page) => page.getByLabel('Statutaire naam')
  /** Types into a form and does not save. */
  const typeInto = async (page: Page) => {
    await new LoginPage(page).signIn('admin@platform.example', null)
    await page.goto('/admin/bedrijven')
    await page.getByRole('gridcell', { name: 'Examenhuis' }).first().click()
    await field(page).fill('Examenhuis Holding')
  }
  const endsAt = (page: Page, milliseconds: number) =>
    page.evaluate((left) => {
      localStorage.setItem('session_expires_at', new Date(Date.now() + left).toISOString())
      window.dispatchEvent(new Event('focus'))
    }, milliseconds)

  test('before its end: signing in again in place, which other tabs notice', async ({ page, context }) => {
    await typeInto(page)
    const other = await context.newPage()
    await other.goto('/dashboard')
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
    const before = (await context.cookies()).find(({ name }) => name === 'session')!.value
    await endsAt(page, 9 * 60_000)
    await page.getByRole('button', { name: 'Opnieuw inloggen' }).click()
    await expect(page.getByRole('dialog', { name: 'Opnieuw inloggen' }).getByText('admin@platform.example')).toBeVisible()
    await isSound(page)

    await password(page).fill('vergeten')
    await password(page).press('Enter')
    await expect(page.getByText('Het wachtwoord of e-mailadres klopt niet.')).toBeVisible()
    await password(page).fill(PASSWORD)
    const reloaded = other.waitForEvent('load')
    await password(page).press('Enter')
    await expect(page.getByText(/^Je bent weer ingelogd, tot /)).toBeVisible()
    await reloaded
    await expect(page.getByText(/^Je wordt over /)).toHaveCount(0)
    await expect(field(page)).toHaveValue('Examenhuis Holding')
    expect((await context.cookies()).find(({ name }) => name === 'session')!.value).not.toBe(before)
    const ends = await page.evaluate(() => Date.parse(localStorage.getItem('session_expires_at')!))
    expect(ends - Date.now()).toBeGreaterThan(43_000_000)
  })

  test('after its end: the page stays, asks for the password and then saves', async ({ page, context }) => {
    await typeInto(page)
    await context.clearCookies({ name: 'session' })
    await endsAt(page, -1_000)
    await expect(page.getByText(/^Je sessie is verlopen/)).toBeVisible()
    await password(page).fill(PASSWORD)
    await password(page).press('Enter')
    await expect(page.getByText(/^Je bent weer ingelogd, tot /)).toBeVisible()
    await expect(field(page)).toHaveValue('Examenhuis Holding')
    expect((await page.request.get('/user/identify')).status()).toBe(200)
  })
})
