import { expect, test } from '@playwright/test'
import { CoursePages } from './pages/course.js'
import { LoginPage } from './pages/session.js'

const COURSE = 'Werken op hoogte'

/** Fakes a device with a Dutch voice, which the test browser lacks. Each sentence lasts until the test ends it. */
function giveVoice(): void {
  const device = new EventTarget() as EventTarget & Record<string, unknown>
  const spoken: { text: string; onend?: () => void }[] = []
  const set = (name: string, value: unknown) => Object.defineProperty(window, name, { value, configurable: true })
  set('SpeechSynthesisUtterance', function (this: { text: string }, text: string) {
    this.text = text
  })
  Object.assign(device, {
    spoken,
    getVoices: () => [{ lang: 'nl-NL', localService: true }],
    speak: (one: { text: string }) => spoken.push(one),
    cancel: () => undefined,
    pause: () => undefined,
    resume: () => undefined,
  })
  set('speechSynthesis', device)
}

test('a lesson is read aloud where the device has a voice, with the current sentence marked', async ({ page, browser }) => {
  await page.addInitScript(giveVoice)
  const course = new CoursePages(page)
  await new LoginPage(page).signIn('leerling@bouwmeester.example', 'bouwmeester')
  await course.open(COURSE)
  if (await course.language('Nederlands').isVisible()) await course.language('Nederlands').click()
  await course.mainAction(/^(Training starten|Verder gaan)$/).click()
  const start = page.getByRole('button', { name: 'Lees voor' })
  await start.click()
  const marked = () => page.evaluate(() => [...CSS.highlights.get('learning-read-aloud')!][0]!.toString())
  const spoken = () => page.evaluate(() => (speechSynthesis as unknown as { spoken: { text: string }[] }).spoken.map(({ text }) => text))
  await expect.poll(async () => (await spoken()).length).toBe(1)
  expect(await marked()).toBe((await spoken())[0])
  // The second sentence starts when the first one ends, and is then the marked one.
  await page.evaluate(() => (speechSynthesis as unknown as { spoken: { onend: () => void }[] }).spoken[0]!.onend())
  await expect.poll(async () => (await spoken()).length).toBe(2)
  expect(await marked()).toBe((await spoken())[1])
  await page.getByRole('button', { name: 'Pauzeer' }).click()
  await page.getByRole('button', { name: 'Lees verder' }).click()
  await page.getByRole('button', { name: 'Stop met voorlezen' }).click()
  await expect(start).toBeVisible()
  expect(await page.evaluate(() => CSS.highlights.has('learning-read-aloud'))).toBe(false)

  const without = await (await browser.newContext({ storageState: await page.context().storageState() })).newPage()
  await without.goto(page.url())
  await expect(without.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(without.getByRole('button', { name: 'Lees voor' })).toHaveCount(0)
})
