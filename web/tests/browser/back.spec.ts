import { type Page, expect, test } from '@playwright/test'
import { endOtherSessions, LoginPage, PASSWORD, ProfileMenu } from './pages/session.js'
import { advanceClock } from './pages/time.js'

const PERSON = 'beheerder@noordwind.example'
const SHOWN = 'Sanne de Vries'

/**
 * Records in each animation frame whether the page shows personal data, and whether the page was restored from the browser's cache. The
 * record is in local storage, because the page may be discarded. This is the first listener, so it sees a restored page before the page
 * reacts to being restored.
 */
async function watch(page: Page): Promise<void> {
  await page.addInitScript((name) => {
    if (top !== window) return
    const log = (what: string) => localStorage.setItem('seen', `${localStorage.getItem('seen') ?? ''}${what} `)
    const isHidden = () => {
      const { visibility, opacity } = getComputedStyle(document.documentElement)
      return visibility === 'hidden' && opacity === '0'
    }
    const look = () => {
      if (!isHidden() && document.body?.textContent?.includes(name)) log('shown')
    }
    const each = () => {
      look()
      requestAnimationFrame(each)
    }
    requestAnimationFrame(each)
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) log(isHidden() ? 'restored-hidden' : 'restored-bare')
      look()
    })
  }, SHOWN)
}

const seen = (page: Page) => page.evaluate(() => localStorage.getItem('seen') ?? '')
const forget = (page: Page) => page.evaluate(() => localStorage.removeItem('seen'))

async function openPeople(page: Page): Promise<void> {
  await watch(page)
  await new LoginPage(page).signIn(PERSON, 'noordwind')
  await page.goto('/deelnemers')
  await expect(page.getByText(SHOWN).first()).toBeVisible()
}

// Playwright disables the back-forward cache by default, and the headless build has none.
test.use({
  launchOptions: async ({ launchOptions }, give) => {
    const executablePath = process.env.WHOLE_CHROMIUM!
    await give({ ...launchOptions, executablePath, ignoreDefaultArgs: ['--disable-back-forward-cache'] })
  },
})

test('going back restores the page and refreshes its numbers', async ({ page }) => {
  await openPeople(page)
  await page.getByLabel('Zoek op naam of e-mailadres').fill('Sanne')
  await expect(page).toHaveURL(/q=Sanne/)
  await page.goto('/error/not-found')
  await forget(page)
  // Playwright does not notice a page that is restored from the back-forward cache, so the test asks the browser directly.
  const browser = await page.context().newCDPSession(page)
  const ask = async (expression: string) => (await browser.send('Runtime.evaluate', { expression })).result.value as unknown
  await ask('history.back()')
  await expect.poll(() => ask(`localStorage.getItem('seen')`)).toMatch(/^restored-hidden shown /)
  expect(await ask('location.pathname + location.search')).toBe('/deelnemers?q=Sanne')
  expect(await ask(`document.querySelector('input[type=search]').value`)).toBe('Sanne')
  // The page asked in the meantime who is signed in.
  expect(await ask(`performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/user/identify')).length`)).toBe(1)
})

test('going back after signing out shows no personal data', async ({ page }) => {
  await openPeople(page)
  await new ProfileMenu(page).signOut()
  await expect(page).toHaveURL('/login/noordwind')
  await expect(new LoginPage(page).email()).toBeVisible()
  await forget(page)
  await page.goBack()
  await expect(page).toHaveURL('/login/noordwind')
  await expect(new LoginPage(page).email()).toBeVisible()
  expect(await seen(page)).not.toContain('shown')
})

test('going back to a page whose session was ended elsewhere shows no personal data', async ({ page, browser }) => {
  await openPeople(page)
  await page.goto('/error/not-found')
  await forget(page)
  await endOtherSessions(browser, PERSON, 'noordwind')
  await page.goBack()
  await expect(page).toHaveURL(/^[^?]*\/login\/noordwind/)
  await expect(new LoginPage(page).email()).toBeVisible()
  expect(await seen(page)).toContain('restored-hidden')
  expect(await seen(page)).not.toContain('shown')
})

test('going back as another person shows only their own data', async ({ page }) => {
  await openPeople(page)
  await page.goto('/error/not-found')
  await forget(page)
  const status = await page.evaluate(async (password) => {
    const { csrf_token: token } = (await (await fetch('/public/auth/csrf/')).json()) as { csrf_token: string }
    const body = JSON.stringify({ email: 'beheerder@bouwmeester.example', password })
    const headers = { 'content-type': 'application/json', 'x-csrf-token': token }
    return (await fetch('/public/auth/login/', { method: 'POST', headers, body })).status
  }, PASSWORD)
  expect(status).toBe(200)
  await page.goBack()
  await expect(page).toHaveTitle(/Bouwmeester/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await seen(page)).toContain('restored-hidden')
  expect(await seen(page)).not.toContain('shown')
})

test('going back in a list undoes one choice at a time, and then leaves it', async ({ page }) => {
  await page.clock.install()
  await new LoginPage(page).enter(PERSON, 'noordwind')
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Deelnemers' }).first().click()
  const range = page.getByText(/^\d+–\d+ van/)
  const search = page.getByLabel('Zoek op naam of e-mailadres')
  const panel = page.getByRole('region', { name: SHOWN })
  const status = page.getByRole('combobox', { name: /^Status/ })
  await expect(range).toHaveText(/^1–25 /)
  await page.getByRole('columnheader', { name: 'E-mail' }).click()
  await expect(page).toHaveURL(/sort=email/)
  await page.getByRole('button', { name: 'Naar de volgende pagina' }).click()
  await expect(range).toHaveText(/^26–/)
  await search.pressSequentially('San')
  await expect(page).toHaveURL(/\?sort=email&q=San$/)
  // Typing on or replacing the word is the same search and adds no history entry. A search that the person left for another page is a
  // separate entry.
  await search.pressSequentially('ne')
  await expect(page).toHaveURL(/q=Sanne$/)
  await page.getByRole('gridcell', { name: SHOWN, exact: true }).click()
  await expect(panel).toBeVisible()

  await page.goBack()
  await expect(panel).toHaveCount(0)
  await expect(page).toHaveURL(/\?sort=email&q=Sanne$/)
  // Closing the panel by its cross also removes its history entry: pressing "back" once is enough, however often the panel was opened.
  for (let times = 0; times < 2; times++) {
    await page.getByRole('gridcell', { name: SHOWN, exact: true }).click()
    await panel.getByRole('button', { name: 'Sluiten' }).click()
    await expect(panel).toHaveCount(0)
  }
  await page.goBack()
  await expect(page).toHaveURL(/\?sort=email&page=2$/)
  await expect(search).toHaveValue('')
  await expect(range).toHaveText(/^26–/)
  // The address must also stay like this after everything has loaded.
  await page.waitForLoadState('networkidle')
  await expect(page).toHaveURL(/\?sort=email&page=2$/)
  await page.goForward()
  await expect(search).toHaveValue('Sanne')
  // Go back before the typed text is rendered or requested.
  await search.fill('Tessa')
  await page.goBack()
  await expect(search).toHaveValue('')
  await advanceClock(page, 1_000)
  await expect(page).toHaveURL(/\?sort=email&page=2$/)

  // After a person leaves by a link and goes back, the list is as it was.
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Actief', exact: true }).click()
  await page.getByRole('option', { name: 'Uitgenodigd' }).click()
  await page.keyboard.press('Escape')
  await expect(range).toHaveText(/^1–25 /)
  await page.getByRole('button', { name: 'Naar de volgende pagina' }).click()
  await expect(range).toHaveText(/^26–/)
  const left = page.url()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goBack()
  await expect(page).toHaveURL(left)
  await expect(range).toHaveText(/^26–/)
  await expect(status).toHaveAccessibleName(/Actief, Uitgenodigd/)

  for (const entry of ['?sort=email&status=active%2Cinvited', '?sort=email&status=active', '?sort=email&page=2', '?sort=email', '']) {
    await page.goBack()
    await expect(page).toHaveURL(`/deelnemers${entry}`)
  }
  await expect(range).toHaveText(/^1–25 /)
  await page.goBack()
  await expect(page).toHaveURL('/dashboard')
})
