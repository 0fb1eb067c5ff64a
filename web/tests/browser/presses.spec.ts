import { type Page, expect, test } from '@playwright/test'
import { answerKey } from './answers.js'
import { CoursePages } from './pages/course.js'
import { LoginPage } from './pages/session.js'

const COURSE = 'Toolbox tillen en dragen'
const PERSON = 'zoe.peeters@noordwind.example'
/** Answers are chosen by number, as one hand on the keyboard does; each one counts as a press. */
const MAX_PRESSES = 35
const key = answerKey('tillen-en-dragen', 'nl')

test.describe.configure({ mode: 'serial' })

/** Counts a person's presses by the browser's events: clicks, taps and keys that do something. Typing a text does not count. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  let count = 0
  await page.exposeBinding('countPress', () => void count++)
  await page.addInitScript(() => {
    const told = () => (window as unknown as { countPress: () => void }).countPress()
    window.addEventListener('pointerdown', told, true)
    window.addEventListener(
      'keydown',
      (event) => {
        const isText = (event.target as HTMLElement).matches('textarea, input:not([type=radio], [type=checkbox])')
        if (event.key === 'Enter' || (!isText && /^[0-9 ]$/.test(event.key))) told()
      },
      true,
    )
  })
  return async () => {
    await page.evaluate(() => undefined)
    return count
  }
}

test(`from signing in to the certificate, the toolbox takes at most ${MAX_PRESSES} presses`, async ({ page }) => {
  const presses = await countPresses(page)
  const course = new CoursePages(page)
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  /** Extra presses for questions with several right answers, beyond the one press of a question. */
  let several = 0
  const choose = (question: string) => {
    const right = key.right(question)
    if (right.length > 1) several += right.length
    return right
  }

  await new LoginPage(page).signIn(PERSON, 'noordwind')
  await course.open(COURSE)
  const passed = page.getByText('Gefeliciteerd, je bent geslaagd!')
  const send = button('Evaluatie versturen')
  const onward = button(/^(Training starten|Verder gaan|Gelezen, ga verder|Toets starten|Volgende)$/)
  const language = course.language('Nederlands')
  const question = course.question().locator('legend')
  for (;;) {
    await passed.or(send).or(onward).or(language).or(question).first().waitFor()
    if (await passed.isVisible()) break
    if (await send.isVisible()) {
      for (const group of await page.getByRole('radiogroup').all()) await group.locator('label').first().click()
      await send.click()
      await passed.waitFor()
    } else if (await question.isVisible()) {
      // Practice begins without a "next" button; a test always has one.
      await ((await course.next().isVisible()) ? course.take(choose) : course.practise(choose))
    } else if (await language.isVisible()) {
      await language.click()
      await language.waitFor({ state: 'hidden' })
    } else if (await onward.first().isVisible()) {
      const before = page.url()
      await onward.first().click()
      await page.waitForURL(({ href }) => href !== before)
      // The page that was left may stay visible until the next one is ready.
      await page.waitForLoadState('networkidle')
    }
  }
  await expect(page.getByRole('link', { name: /download/i }).first()).toBeVisible()

  const count = await presses()
  test.info().annotations.push({ type: 'presses', description: `${count}, of which ${several} for questions with several right answers` })
  expect(count - several, `${count} presses, ${several} of them for several right answers`).toBeLessThanOrEqual(MAX_PRESSES)
})

test('the certificate is shared as a link where the device has no share sheet', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => delete (Navigator.prototype as { share?: unknown }).share)
  await new LoginPage(page).signIn(PERSON, 'noordwind')
  const { data } = await (await page.request.get('/api/certificates/mine')).json()
  const [{ participation_id: participation, token }] = data
  await page.goto(`/deelnemer/training/${participation}`)
  await expect(page.getByRole('img', { name: /^Zo ziet certificaat / })).toBeVisible()
  await page.getByRole('button', { name: 'Delen', exact: true }).click()
  await expect(page.getByText('De link naar je certificaat is gekopieerd.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`/certificate/status/${token}$`))
})
