import { type Page, expect, test } from '@playwright/test'
import { answerKey } from './answers.js'
import { CoursePages } from './pages/course.js'
import { LoginPage } from './pages/session.js'
import { isSound } from './pages/sound.js'
import { advanceClock } from './pages/time.js'

const PERSON = 'leerling@noordwind.example'
/** The tests of “Werken op hoogte” that count for its grade. */
const COUNTING = ['Toets: gevaar zien en kiezen', 'Toets: steiger, ladder en hoogwerker', 'Eindtoets werken op hoogte']

/** Returns the address of the first quiz of a course, after reading everything before it. */
async function readToQuiz(page: Page, name: string): Promise<string> {
  const { csrf_token: token } = await (await page.request.get('/public/auth/csrf/')).json()
  const post = (path: string, data: unknown = {}) => page.request.post(path, { headers: { 'x-csrf-token': token }, data })
  const { data: trainings } = await (await page.request.get('/api/learning/participations')).json()
  const { id } = trainings.find((training: { name: string }) => training.name === name)
  const course = `/api/learning/participations/${id}`
  await post(`${course}/language`, { language: 'nl' })
  for (;;) {
    const { data } = await (await page.request.get(course)).json()
    const steps: { id: number; type: string }[] = data.modules.flatMap(({ activities }: { activities: [] }) => activities)
    const next = steps.find((step) => step.id === data.next_activity)!
    if (next.type === 'quiz') return `/deelnemer/training/quiz/${id}/${next.id}`
    expect((await post(`${course}/activities/${next.id}/complete`)).status()).toBe(200)
  }
}

test('a test by keyboard: numbers choose and go on, arrows only choose, Enter goes on, Tab reaches what is next', async ({ page }) => {
  await page.clock.install()
  const course = new CoursePages(page)
  await new LoginPage(page).signIn(PERSON, 'noordwind')
  const quiz = await readToQuiz(page, 'Werken op hoogte')
  await page.goto(quiz)
  await course.mainAction('Toets starten').click()
  await expect(course.place(1)).toBeVisible()
  await isSound(page)
  // Without an answer Enter shows an error and stays on the question.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Geef eerst een antwoord.')
  const boxes = await course.question().locator('input[type=checkbox]').count()
  await page.keyboard.press('1')
  if (boxes) await page.keyboard.press('Enter')
  await expect(course.place(2)).toBeVisible()
  await expect(course.question().locator('legend')).toBeFocused()

  // Tab and arrow keys never move to the next question; "next" follows the answers in the tab order.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(course.question().locator('input:checked')).toHaveCount(1)
  await course.answers().last().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(course.next()).toBeFocused()
  await advanceClock(page, 1_000)
  await expect(course.place(2)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(course.place(3)).toBeVisible()

  // A running attempt opens without the start page of the quiz.
  await page.goto(quiz)
  await expect(course.place(3)).toBeVisible()
})

test.describe('at phone width', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the bar of a running test stays visible and nothing overflows horizontally', async ({ page }) => {
    const course = new CoursePages(page)
    await new LoginPage(page).enter(PERSON, 'noordwind')
    await page.goto(await readToQuiz(page, 'Werken op hoogte'))
    await expect(course.question()).toBeVisible()
    await expect(course.next()).toBeInViewport({ ratio: 1 })
    const size = await course
      .question()
      .locator('legend')
      .evaluate((legend) => parseFloat(getComputedStyle(legend).fontSize))
    expect(size).toBeGreaterThanOrEqual(22)
    await isSound(page)
  })
})

test('the result shows how the grade of the course is computed from the quizzes that count', async ({ page }) => {
  const course = new CoursePages(page)
  await new LoginPage(page).enter(PERSON, 'noordwind')
  await page.goto(await readToQuiz(page, 'Werken op hoogte'))
  await course.mainAction('Toets starten').or(course.question()).first().waitFor()
  if (!(await course.question().isVisible())) await course.mainAction('Toets starten').click()
  await course.question().waitFor()
  await course.take(answerKey('werken-op-hoogte', 'nl').right)
  const sum = page.getByRole('region', { name: 'Zo komt je cijfer tot stand' })
  const [, grade] = /(\d+)%/.exec((await sum.getByRole('definition').first().textContent()) ?? '')!
  expect(Number(grade)).toBeGreaterThan(0)
  // The practice quiz is not among them.
  await expect(sum.getByRole('term')).toHaveText([...COUNTING, 'Cijfer van de training (gemiddelde)'])
  await expect(sum.getByRole('definition')).toHaveText([`${grade}%`, 'nog niet gemaakt', 'nog niet gemaakt', `${grade}%`])
  await isSound(page)
})
