import { type Page, expect, test } from '@playwright/test'
import { packageFrame, whenLoaded } from './pages/package_course.js'
import { LoginPage } from './pages/session.js'
import { isSound } from './pages/sound.js'

// The demo's own packages, played by a person who was assigned them: read, fail and pass in the order of their manifests, on a desktop and
// on a phone.

const COMPANY = 'bouwmeester'

/** Answers each question of the frame by its index in `choices`. */
async function answer(page: Page, choices: readonly number[]) {
  const frame = packageFrame(page)
  await whenLoaded(frame)
  for (const [index, choice] of choices.entries()) await frame.locator('fieldset').nth(index).locator('input').nth(choice).check()
  await frame.getByRole('button', { name: 'Nakijken' }).click()
}

test('the demo’s packages open in their order and resume, and a failure unlocks and completes nothing', async ({ page, browser }) => {
  const login = new LoginPage(page)
  await login.signIn(`beheerder@${COMPANY}.example`, COMPANY)
  const { data: people } = await (await page.request.get('/api/people/participants?per_page=50')).json()
  const { data: choices } = await (await page.request.get('/api/learning/courses')).json()
  const course = choices.find(({ name }: { name: string }) => name === 'Veilig starten')
  const { csrf_token: token } = await (await page.request.get('/public/auth/csrf/')).json()
  const person = people.find(({ email }: { email: string }) => email.startsWith('leerling@'))
  const given = await page.request.post('/api/learning/assignments', {
    headers: { 'x-csrf-token': token },
    data: { courses: [course.id], members: [person.id] },
  })
  expect(given.status()).toBe(200)

  const own = await (await browser.newContext({ locale: 'nl-NL', viewport: { width: 390, height: 844 } })).newPage()
  await new LoginPage(own).enter(person.email, COMPANY)
  await own.goto('/deelnemer/trainingen')
  await own.getByRole('link', { name: 'Veilig starten', exact: true }).first().click()
  await own.getByRole('button', { name: 'Nederlands', exact: true }).click()
  await own.getByRole('button', { name: 'Training starten' }).click()
  await own.getByRole('button', { name: 'Gelezen, ga verder' }).click()

  const frame = packageFrame(own)
  const begin = own.getByRole('button', { name: 'Begin', exact: true })
  const close = own.getByRole('button', { name: 'Sluit dit onderdeel' })
  // SCORM 1.2: the questions are locked until the pages are done.
  await expect(own.getByText('Eerst: Waarom een LMRA')).toBeVisible()
  await expect(begin).toHaveCount(1)
  await isSound(own)
  await begin.click()
  await whenLoaded(frame)
  await frame.getByRole('button', { name: 'Volgende blad' }).click()
  await expect(frame.getByRole('heading', { name: 'De drie vragen' })).toBeVisible()
  await expect(own.getByText(/^Bezig/).first()).toBeVisible()
  await own.reload()
  await own.getByRole('button', { name: 'Ga verder', exact: true }).click()
  await expect(frame.getByRole('heading', { name: 'De drie vragen' })).toBeVisible()
  await frame.getByRole('button', { name: 'Gelezen' }).click()
  await expect(own.getByText(/^Gehaald/).first()).toBeVisible()
  await close.click()
  await begin.click()
  await isSound(own, 'iframe')
  await answer(own, [0, 0, 0])
  await expect(frame.getByText('Nog niet gehaald: 33%.', { exact: false })).toBeVisible()
  await expect(own.getByText('Nog niet gehaald · 33%')).toBeVisible()
  await close.click()
  await expect(own.getByRole('button', { name: 'Volgende' })).toHaveCount(0)
  await own.setViewportSize({ width: 1280, height: 844 })
  await isSound(own)
  await own.getByRole('button', { name: 'Probeer opnieuw' }).click()
  await answer(own, [1, 2, 0])
  await expect(own.getByText('Dit lespakket heb je gehaald.')).toBeVisible()
  await own.getByRole('button', { name: 'Volgende' }).click()

  // SCORM 2004: the test is locked until an objective that the pages satisfy is met. One part does not count and does not block.
  await expect(own.getByText('Eerst: Wat draag je waartegen')).toBeVisible()
  await expect(own.getByText(/telt niet mee/)).toBeVisible()
  await isSound(own)
  await begin.first().click()
  await whenLoaded(frame)
  await frame.getByRole('button', { name: 'Volgende blad' }).click()
  await frame.getByRole('button', { name: 'Gelezen' }).click()
  await expect(own.getByText(/^Gehaald/).first()).toBeVisible()
  await close.click()
  await begin.last().click()
  await answer(own, [1, 0, 1, 1])
  await expect(own.getByText('Dit lespakket heb je gehaald.')).toBeVisible()
  await own.getByRole('button', { name: 'Volgende' }).click()

  // Nested frames: the questions call the window two levels above them.
  await begin.click()
  const sheet = frame.frameLocator('iframe[name=blad]')
  await expect(sheet.getByRole('heading', { name: 'Eerst alarm slaan' })).toBeVisible()
  await isSound(own, 'iframe')
  await frame.getByRole('button', { name: 'Volgend blad' }).click()
  await expect(sheet.getByRole('heading', { name: 'Dan helpen' })).toBeVisible()
  await expect(own.getByText(/^Bezig/).first()).toBeVisible()
  await own.reload()
  await own.getByRole('button', { name: 'Ga verder', exact: true }).click()
  await expect(sheet.getByRole('heading', { name: 'Dan helpen' })).toBeVisible()
  await frame.getByRole('button', { name: 'Volgend blad' }).click()
  const questions = sheet.frameLocator('iframe')
  await whenLoaded(questions)
  for (const [index, choice] of [0, 1, 1].entries()) await questions.locator('fieldset').nth(index).locator('input').nth(choice).check()
  await questions.getByRole('button', { name: 'Nakijken' }).click()
  await expect(own.getByText('Gehaald · 100%')).toBeVisible()
  await expect(own.getByText('Dit lespakket heb je gehaald.')).toBeVisible()
  await own.goto('/deelnemer/resultaten')
  await expect(own.getByText('Veilig starten').first()).toBeVisible()
  await own.context().close()
})
