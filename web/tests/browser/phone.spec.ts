import { type Page, expect, test } from '@playwright/test'
import { CoursePages } from './pages/course.js'
import { LoginPage } from './pages/session.js'
import { isSound } from './pages/sound.js'
import { advanceClock } from './pages/time.js'

test.use({
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
})

/** Types digits into the parts of a date field, as on a keyboard. */
async function typeDay(page: Page, digits: string): Promise<void> {
  await page.getByRole('group', { name: 'Geboortedatum' }).getByRole('spinbutton').first().click()
  await page.keyboard.type(digits)
}

test('a phone user is told before the start that quizzes need a computer, and can read past them', async ({ page }) => {
  const course = new CoursePages(page)
  const login = new LoginPage(page)
  await login.open('bouwmeester')
  await isSound(page)
  await login.signIn('leerling@bouwmeester.example', 'bouwmeester')
  await isSound(page)
  await course.open('Introductie offshore wind')
  // The page warns before the access period starts, and offers to mail a link for the computer.
  await expect(page.getByText(/Begin je hier alvast, dan gaan je dagen toegang nu tellen/)).toBeVisible()
  await page.getByRole('button', { name: 'Mail mij de link' }).click()
  await expect(page.getByText('De link is onderweg naar je e-mailadres.')).toBeVisible()
  await isSound(page)
  // A course for adults asks a person without a date of birth for it; a mistake is shown beside the button and can be corrected.
  const begin = page.getByRole('button', { name: 'Training starten' })
  // The main button comes before the description of the training.
  const goals = page.getByRole('heading', { name: 'Wat je gaat leren' })
  expect((await begin.boundingBox())!.y).toBeLessThan((await goals.boundingBox())!.y)
  await begin.click()
  await expect(page.getByText('Vul dit in.').first()).toBeVisible()
  await typeDay(page, '14052015')
  await begin.click()
  await expect(page.getByText(/Deze training is pas vanaf 18 jaar/)).toBeVisible()
  await isSound(page)
  await typeDay(page, '14051998')
  await page.getByRole('radio', { name: 'Nederlands' }).check()
  await begin.click()
  await page.getByText('Eerste stap').waitFor()
  await isSound(page)
  await course.mainAction(/^Training starten$/).click()
  const title = page.getByRole('heading', { level: 1 })
  await title.filter({ hasText: 'Welkom op zee' }).waitFor()
  // The button that leads on stays visible, however long the page is.
  await expect(page.getByRole('button', { name: 'Gelezen, ga verder' })).toBeInViewport()
  await isSound(page)
  // Reads all texts, because this course allows them before its quizzes are done. Then the page lists what is left.
  for (;;) {
    const before = (await title.textContent()) ?? ''
    await page.getByRole('button', { name: 'Gelezen, ga verder' }).click()
    await title.filter({ hasNotText: before }).waitFor()
    if ((await title.textContent()) === 'Introductie offshore wind') break
  }
  await expect(page.getByText('De toetsen maak je op een computer')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Verder gaan' })).toHaveCount(0)
  await isSound(page)
  // After too many requests for the mail, the page says so and no longer offers the button.
  await page.getByRole('button', { name: 'Mail mij de link' }).click()
  await expect(page.getByText(/^We hebben je de link net gemaild/)).toBeVisible()
  await page.getByRole('link', { name: /Toets/ }).first().click()
  await expect(page.getByText('Deze toets maak je op een computer')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Toets starten' })).toHaveCount(0)
  await isSound(page)
  // The server enforces it, whatever the page shows.
  const { csrf_token: token } = await (await page.request.get('/public/auth/csrf/')).json()
  const [, participation, activity] = /quiz\/(\d+)\/(\d+)/.exec(page.url())!
  const refused = await page.request.post(`/api/learning/participations/${participation}/activities/${activity}/attempts`, {
    headers: { 'x-csrf-token': token },
    data: {},
  })
  expect(refused.status()).toBe(409)
  expect((await refused.json()).code).toBe('quiz_not_on_phone')
})

test('on a phone a list can be sorted, saved as a view and downloaded, and shows until when access lasts', async ({ page }) => {
  const login = new LoginPage(page)
  await login.open('noordwind')
  await login.signIn('beheerder@noordwind.example', 'noordwind')
  // The controls are on one line below the search, also with few filters.
  await page.goto('/deelnemers/groepen')
  const placeOf = async (name: string) => (await page.getByRole('search').getByRole('button', { name }).boundingBox())!
  await expect(page.getByRole('list', { name: 'Groepen' }).getByRole('listitem').first()).toBeVisible()
  const [filter, last] = [await placeOf('Filter'), await placeOf('Exporteren')]
  expect(Math.abs(filter.y + filter.height / 2 - last.y - last.height / 2)).toBeLessThan(8)
  await page.goto('/deelnemers')
  const people = page.getByRole('list', { name: 'Deelnemers' }).getByRole('listitem')
  await expect(people.first()).toContainText(/\d+ van \d+ gehaald( · tot \d+ \w+ \d{4})?/)
  await expect(people.filter({ hasText: /gehaald · tot \d+ \w+ \d{4}/ }).first()).toBeVisible()
  const first = await people.first().innerText()
  await page.getByRole('button', { name: 'Sorteren' }).click()
  await page.getByRole('menuitemradio', { name: 'Naam' }).click()
  await expect(page).toHaveURL(/sort=name/)
  await page.getByRole('button', { name: 'Sorteren: Naam' }).click()
  await isSound(page)
  await page.getByRole('menuitemradio', { name: 'Aflopend' }).click()
  await expect(page).toHaveURL(/sort=-name/)
  await expect.poll(() => people.first().innerText()).not.toBe(first)
  // Sorts by a column of another plugin, whose value is then shown on each card.
  await page.getByRole('button', { name: 'Sorteren: Naam' }).click()
  await page.getByRole('menuitemradio', { name: 'Certificaat tot' }).click()
  await expect(page).toHaveURL(/sort=-certificates_next_end/)
  await expect(people.first()).toContainText(/gehaald( · tot \d+ \w+ \d{4})?\s*Certificaat tot: \d+ \w+ \d{4}/)
  await isSound(page)
  await page.getByRole('button', { name: 'Sorteren: Certificaat tot' }).click()
  await page.getByRole('menuitemradio', { name: 'Naam' }).click()
  await expect(page).toHaveURL(/sort=-name/)
  // The sort order is saved in the view and restored with it.
  const name = `Op naam ${Date.now()}`
  await page.getByRole('button', { name: 'Weergaven' }).click()
  await page.getByRole('menuitem', { name: 'Deze weergave bewaren' }).click()
  await page.getByRole('textbox', { name: 'Naam van de weergave' }).fill(name)
  await page.getByRole('button', { name: 'Opslaan' }).click()
  // Wait until it is saved before leaving the page.
  await expect(page.getByRole('textbox', { name: 'Naam van de weergave' })).toHaveCount(0)
  await page.goto('/deelnemers')
  await page.getByRole('button', { name: 'Weergaven' }).click()
  await page.getByRole('menuitem', { name }).click()
  await expect(page).toHaveURL(/sort=-name/)
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exporteren' }).click()
  await page.getByRole('menuitem', { name: 'CSV-bestand' }).click()
  expect((await file).suggestedFilename()).toMatch(/\.csv$/)
  await isSound(page)
})

test('a tab from the address is scrolled into view on a phone, also once the arrow buttons appear', async ({ page }) => {
  await page.clock.install()
  await new LoginPage(page).signIn('beheerder@noordwind.example', 'noordwind')
  const { data } = await (await page.request.get('/api/people/participants?search=anouk')).json()
  await page.goto(`/deelnemers/profiel?participant=${data[0].id}&tab=external_courses.courses`)
  const chosen = page.getByRole('tab', { selected: true })
  await expect(chosen).toHaveText('Extern')
  await expect(page.locator('.MuiTabs-scrollButtons')).not.toHaveCount(0)
  await expect(chosen).toBeInViewport({ ratio: 1 })
  // It stays visible: nothing that loads later moves it away.
  await advanceClock(page, 1_000)
  await expect(chosen).toBeInViewport({ ratio: 1, timeout: 1 })
})
