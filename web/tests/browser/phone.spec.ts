import { type Page, expect, test } from '@playwright/test'
import { CoursePages } from './pages/course.js'
import { LoginPage } from './pages/session.js'
import { isSound } from './pages/sound.js'
import { letTimePass } from './pages/time.js'

test.use({
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
})

/** Digits into the parts of a date field, as they are typed on a keyboard. */
async function typeDay(page: Page, digits: string): Promise<void> {
  await page.getByRole('group', { name: 'Geboortedatum' }).getByRole('spinbutton').first().click()
  await page.keyboard.type(digits)
}

test('on a phone one is told before the choice that quizzes need a computer, and reads on past them', async ({ page }) => {
  const course = new CoursePages(page)
  const login = new LoginPage(page)
  await login.open('bouwmeester')
  await isSound(page)
  await login.signIn('leerling@bouwmeester.example', 'bouwmeester')
  await isSound(page)
  await course.open('Introductie offshore wind')
  // Before anything begins to count; and there is a way to the computer.
  await expect(page.getByText(/Begin je hier alvast, dan gaan je dagen toegang nu tellen/)).toBeVisible()
  await page.getByRole('button', { name: 'Mail mij de link' }).click()
  await expect(page.getByText('De link is onderweg naar je e-mailadres.')).toBeVisible()
  await isSound(page)
  // A course for adults asks who does not say yet when they were born; a slip is said beside the button and mended.
  const begin = page.getByRole('button', { name: 'Training starten' })
  // The one thing to press comes before what the training is about.
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
  // What leads on stays in sight, however long the page is.
  await expect(page.getByRole('button', { name: 'Gelezen, ga verder' })).toBeInViewport()
  await isSound(page)
  // All of the texts, as this course lets them go past its quizzes; then it says what is left.
  for (;;) {
    const before = (await title.textContent()) ?? ''
    await page.getByRole('button', { name: 'Gelezen, ga verder' }).click()
    await title.filter({ hasNotText: before }).waitFor()
    if ((await title.textContent()) === 'Introductie offshore wind') break
  }
  await expect(page.getByText('De toetsen maak je op een computer')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Verder gaan' })).toHaveCount(0)
  await isSound(page)
  // Asked for too often, it says so and offers nothing that it will not do.
  await page.getByRole('button', { name: 'Mail mij de link' }).click()
  await expect(page.getByText(/^We hebben je de link net gemaild/)).toBeVisible()
  await page.getByRole('link', { name: /Toets/ }).first().click()
  await expect(page.getByText('Deze toets maak je op een computer')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Toets starten' })).toHaveCount(0)
  await isSound(page)
  // The server decides, whatever the page shows.
  const { csrf_token: token } = await (await page.request.get('/public/auth/csrf/')).json()
  const [, participation, activity] = /quiz\/(\d+)\/(\d+)/.exec(page.url())!
  const refused = await page.request.post(`/api/learning/participations/${participation}/activities/${activity}/attempts`, {
    headers: { 'x-csrf-token': token },
    data: {},
  })
  expect(refused.status()).toBe(409)
  expect((await refused.json()).code).toBe('quiz_not_on_phone')
})

test('on a phone a list is put in order, kept as a view and taken along, and says until when somebody may go on', async ({ page }) => {
  const login = new LoginPage(page)
  await login.open('noordwind')
  await login.signIn('beheerder@noordwind.example', 'noordwind')
  // One line below the search, also where there are few filters.
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
  // By what another plugin says of them, which then stands with each.
  await page.getByRole('button', { name: 'Sorteren: Naam' }).click()
  await page.getByRole('menuitemradio', { name: 'Certificaat tot' }).click()
  await expect(page).toHaveURL(/sort=-certificates_next_end/)
  await expect(people.first()).toContainText(/gehaald( · tot \d+ \w+ \d{4})?\s*Certificaat tot: \d+ \w+ \d{4}/)
  await isSound(page)
  await page.getByRole('button', { name: 'Sorteren: Certificaat tot' }).click()
  await page.getByRole('menuitemradio', { name: 'Naam' }).click()
  await expect(page).toHaveURL(/sort=-name/)
  // The order goes into the view, and comes back with it.
  const name = `Op naam ${Date.now()}`
  await page.getByRole('button', { name: 'Weergaven' }).click()
  await page.getByRole('menuitem', { name: 'Deze weergave bewaren' }).click()
  await page.getByRole('textbox', { name: 'Naam van de weergave' }).fill(name)
  await page.getByRole('button', { name: 'Opslaan' }).click()
  // Kept, before one goes elsewhere.
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

test('a tab that an address names is in sight on a phone, also once the arrows beside the row have come', async ({ page }) => {
  await page.clock.install()
  await new LoginPage(page).signIn('beheerder@noordwind.example', 'noordwind')
  const { data } = await (await page.request.get('/api/people/participants?search=anouk')).json()
  await page.goto(`/deelnemers/profiel?participant=${data[0].id}&tab=external_courses.courses`)
  const chosen = page.getByRole('tab', { selected: true })
  await expect(chosen).toHaveText('Extern')
  await expect(page.locator('.MuiTabs-scrollButtons')).not.toHaveCount(0)
  await expect(chosen).toBeInViewport({ ratio: 1 })
  // And stays: nothing that comes later takes it away.
  await letTimePass(page, 1_000)
  await expect(chosen).toBeInViewport({ ratio: 1, timeout: 1 })
})
