import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Locator, type Page, expect, test } from '@playwright/test'
import { parse } from 'yaml'
import { CoursePages } from './pages/course.js'
import { inDatabase } from './pages/database.js'
import { LoginPage } from './pages/session.js'
import { isSound } from './pages/sound.js'

const PERSON = 'lars.jorgensen@noordwind.example'

test.describe.configure({ mode: 'serial' })

interface Authored {
  type: 'order' | 'match' | 'hotspot' | 'short_text' | 'number'
  text: string
  items: { text: string }[]
  pairs: { text: string; match: string }[]
  areas: { text: string; correct?: boolean }[]
  accepted: (string | { value: number })[]
}

const file = join(import.meta.dirname, '../../../plugins/learning/courses/offshore-introductie/nl/oefenen-noodgeval.yaml')
const { questions } = parse(readFileSync(file, 'utf8')) as { questions: Authored[] }

/** Returns the address of a quiz of a course that no other test uses, after completing every step before it. */
async function at(course: string, key: string): Promise<string> {
  let path = ''
  await inDatabase(async (client) => {
    await client.query(
      `insert into learning_participations (company_id, membership_id, course_id, version_id, status, language, started_at)
       select m.company_id, m.id, c.id, v.id, 'busy', 'nl', now() from core_memberships m join core_users u on u.id = m.user_id
        cross join learning_courses c join learning_course_versions v on v.course_id = c.id
        where u.email = $1 and c.shortname = $2 order by v.number desc limit 1
       on conflict (company_id, membership_id, course_id) where status in ('registered', 'planned', 'busy')
       do update set status = 'busy', language = 'nl', expires_at = null`,
      [PERSON, course],
    )
    const { rows } = await client.query(
      `select p.id, a.id as activity, a.position from learning_activities a join learning_participations p on p.version_id = a.version_id
         join core_memberships m on m.id = p.membership_id join core_users u on u.id = m.user_id join learning_courses c on c.id = p.course_id
        where u.email = $1 and c.shortname = $2 and a.key = $3 and p.status = 'busy'`,
      [PERSON, course, key],
    )
    const { id, activity, position } = rows[0]
    await client.query(
      `insert into learning_activity_states (company_id, participation_id, activity_id, status, finished_at)
       select p.company_id, p.id, a.id, 'finished', now() from learning_participations p join learning_activities a on a.version_id = p.version_id
        where p.id = $1 and a.position < $2
       on conflict (company_id, participation_id, activity_id) do update set status = 'finished', finished_at = now()`,
      [id, position],
    )
    path = `/deelnemer/training/quiz/${id}/${activity}`
  })
  return path
}

/** Moves the focus there with the Tab key. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let i = 0; i < 80; i++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`No way by Tab to ${String(target)}`)
}

/** Gives the right answer by keyboard alone. */
async function answer(page: Page, question: Authored): Promise<void> {
  const card = page.getByRole('group')
  if (question.type === 'order') {
    for (const [place, { text }] of question.items.entries()) {
      const items = async () => (await card.getByRole('listitem').allTextContents()).map((line) => line.replace(/^\d+/, ''))
      const from = (await items()).indexOf(text)
      if (from === place) continue
      const up = card.getByRole('button', { name: `‘${text}’ omhoog` })
      await tabTo(page, up)
      for (let i = from; i > place; i--) {
        await page.keyboard.press(i % 2 ? 'Enter' : 'ArrowUp')
        await expect(card.getByRole('listitem').nth(i - 1)).toContainText(text)
        await expect(up).toBeFocused()
      }
      await expect(card.getByRole('status')).toHaveText(`‘${text}’ staat nu op plaats ${place + 1} van ${question.items.length}`)
    }
  } else if (question.type === 'match') {
    for (const { text, match } of question.pairs) {
      await tabTo(page, card.getByLabel(text, { exact: true }))
      await page.keyboard.type(match)
      await expect(card.getByLabel(text, { exact: true }).locator('option:checked')).toHaveText(match)
    }
  } else if (question.type === 'hotspot') {
    const boxes = card.getByRole('checkbox')
    const [first, second] = question.areas.filter(({ correct }) => correct)
    const numberOf = async ({ text }: { text: string }) =>
      (await boxes.evaluateAll((all) => all.map((box) => box.getAttribute('aria-label')))).findIndex((name) => name!.endsWith(text)) + 1
    await page.keyboard.press(String(await numberOf(first!)))
    await tabTo(page, boxes.nth((await numberOf(second!)) - 1))
    await page.keyboard.press('Space')
    await expect(card.locator('input:checked')).toHaveCount(2)
  } else {
    await tabTo(page, card.getByRole('textbox'))
    const [accepted] = question.accepted
    await page.keyboard.type(typeof accepted === 'object' ? `${accepted.value},0` : accepted!.toLowerCase())
    await page.keyboard.press('Enter')
    return
  }
  await tabTo(page, page.getByRole('button', { name: 'Controleren' }))
  await page.keyboard.press('Enter')
}

test('each new type is practised by keyboard alone, explained at once and readable later', async ({ page }) => {
  const course = new CoursePages(page)
  await new LoginPage(page).signIn(PERSON, 'noordwind')
  const quiz = await at('offshore-introductie', 'oefenen-noodgeval')
  await page.goto(quiz)
  const asked: string[] = []
  for (let done = 0; done < questions.length; done++) {
    await expect(course.place(done + 1)).toBeVisible()
    const text = await course.asked()
    const question = questions.find((one) => one.text === text)!
    asked.push(question.type)
    await course.question().scrollIntoViewIfNeeded()
    await isSound(page)
    // Without an answer the page says so and sends nothing.
    if (question.type === 'match') {
      await tabTo(page, page.getByRole('button', { name: 'Controleren' }))
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert')).toHaveText('Geef eerst een antwoord.')
    }
    if (question.type === 'number') {
      const field = course.question().getByRole('textbox')
      await tabTo(page, field)
      await page.keyboard.type('1.000')
      await page.keyboard.press('Tab')
      await expect(course.question().getByText(/op twee manieren te lezen/)).toBeVisible()
      await field.focus()
      await page.keyboard.press('Control+A')
    }
    await answer(page, question)
    await expect(course.explanation()).toHaveCount(done + 1)
    await expect(course.explanation().nth(done)).toHaveText('Goed!')
  }
  expect([...asked].sort()).toEqual(['hotspot', 'match', 'number', 'order', 'short_text'])
  await isSound(page)
  const attempt = page.url().match(/poging\/(\d+)/)![1]!
  await tabTo(page, course.practiced())
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.includes('/quiz/poging/'))

  // Given answers can be read back, also on a phone.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/deelnemer/training/quiz/feedback/${attempt}`)
  await expect(page.getByRole('heading', { name: '5 vragen goed' })).toBeVisible()
  await expect(page.getByText('HELP', { exact: false }).first()).toBeVisible()
  await expect(page.getByText('De eerste minuut → Koudeshock: je hapt naar adem')).toBeVisible()
  await isSound(page)
})

test('areas stay large enough to hit in a small window, and an item can be dragged', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const course = new CoursePages(page)
  await new LoginPage(page).enter(PERSON, 'noordwind')
  await page.goto(await at('werken-op-hoogte', 'oefenen-valbeveiliging'))
  await expect(course.question()).toBeVisible()
  const seen = new Set<string>()
  while (seen.size < 5) {
    const text = await course.asked()
    seen.add(text)
    const card = course.question()
    if (text.startsWith('Dit is een steiger')) {
      for (const area of await card.locator('label').all()) {
        const box = (await area.boundingBox())!
        expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24)
      }
      await isSound(page)
      await card.locator('label').first().click()
    } else if (text.startsWith('Je moet aan een dakrand')) {
      const rows = card.getByRole('listitem')
      await rows.last().scrollIntoViewIfNeeded()
      const first = (await rows.first().textContent())!.slice(1)
      const [from, to] = [(await rows.first().boundingBox())!, (await rows.last().boundingBox())!]
      await page.mouse.move(from.x + 60, from.y + from.height / 2)
      await page.mouse.down()
      await page.mouse.move(from.x + 60, to.y + to.height - 4, { steps: 12 })
      await page.mouse.up()
      await expect(rows.last()).toContainText(first)
      await isSound(page)
      await course.check().click()
    } else if (text.startsWith('Wat doet elk onderdeel')) {
      const [one, two, three] = await card.getByRole('combobox').all()
      await one!.selectOption({ index: 1 })
      // An option in use is disabled for the other items, so that moving through the list by keyboard takes nothing away from them.
      await expect(two!.locator('option').nth(1)).toBeDisabled()
      await expect(two!.locator('option').nth(1)).toContainText('(al gebruikt)')
      await two!.selectOption({ index: 2 })
      await three!.selectOption({ index: 3 })
      await isSound(page)
      await course.check().click()
    } else {
      await card.getByRole('textbox').fill(text.startsWith('Hoe heet') ? 'Hang-trauma' : '6,25')
      await isSound(page)
      await course.check().click()
    }
    await expect(course.explanation()).toHaveCount(seen.size)
  }
  await isSound(page)
})

test('in a test, typed text is saved after a pause and when leaving the question', async ({ page }) => {
  const course = new CoursePages(page)
  await new LoginPage(page).enter(PERSON, 'noordwind')
  await page.goto(await at('werken-op-hoogte', 'eindtoets'))
  await expect(page.getByText('Je hebt 30 minuten; de klok loopt door als je stopt')).toBeVisible()
  await course.mainAction('Toets starten').click()
  await expect(course.question()).toBeVisible()
  await expect(page.getByText('Stoppen kan, maar de klok loopt door.')).toBeVisible()
  const attempt = page.url().match(/poging\/(\d+)/)![1]!
  // Makes sure that the typed question is among the drawn ones.
  await inDatabase((client) =>
    client.query(
      `update learning_attempt_questions aq set question_id = q.id, answer_order = '{}' from learning_questions q
        where q.key = 'eindtoets/lengte-vanglijn' and aq.attempt_id = $1 and aq.position = 4
          and not exists (select from learning_attempt_questions o where o.attempt_id = $1 and o.question_id = q.id)`,
      [attempt],
    ),
  )
  await page.reload()
  const numbers = page.getByRole('navigation', { name: 'Vragen' }).getByRole('button')
  const field = course.question().getByRole('textbox')
  for (let index = 0; index < 10; index++) {
    await numbers.nth(index).click()
    await expect(course.place(index + 1)).toBeVisible()
    if ((await course.asked()).startsWith('Hoe lang mag een vanglijn')) break
  }
  const stored = async () => {
    let given: string[] | null = []
    await inDatabase(async (client) => {
      const { rows } = await client.query(
        `select given from learning_attempt_questions aq join learning_questions q on q.id = aq.question_id where attempt_id = $1 and q.type = 'number'`,
        [attempt],
      )
      given = rows[0].given
    })
    return given
  }
  await expect(course.question().getByText('meter', { exact: true })).toBeVisible()
  await field.fill('7,5')
  await expect(course.saved()).toBeVisible()
  await expect.poll(stored).toEqual(['7,5'])
  // An invalid number is reported when the field loses focus, and does not replace the last valid number.
  await field.fill('zes')
  await field.blur()
  await expect(course.question().getByText('Dit is geen getal.', { exact: false })).toBeVisible()
  expect(await stored()).toEqual(['7,5'])
  await field.fill('8')
  await page.keyboard.press('Enter')
  await expect.poll(stored).toEqual(['8'])
})

test('the timer of a test warns, is announced, and submits the given answers', async ({ page }) => {
  const course = new CoursePages(page)
  await new LoginPage(page).signIn(PERSON, 'noordwind')
  const quiz = await at('werken-op-hoogte', 'eindtoets')
  // The earlier attempt continues.
  await page.goto(quiz)
  const clock = page.getByRole('timer')
  await expect(clock).toHaveText(/^2\d:\d\d$/)
  await isSound(page)
  await course.answers().first().or(course.question().getByRole('textbox')).first().waitFor()
  const attempt = page.url().match(/poging\/(\d+)/)![1]!
  const endsIn = (seconds: number) =>
    inDatabase((client) =>
      client.query(`update learning_attempts set ends_at = now() + make_interval(secs => $2) where id = $1`, [attempt, seconds]),
    )
  await endsIn(64)
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: /^Nog 5 minuten$/ })).toHaveCount(1)
  await expect(page.getByRole('status').filter({ hasText: /^Nog 1 minuut$/ })).toHaveCount(1)
  await isSound(page)
  await endsIn(5)
  await page.reload()
  await page.waitForURL(/\/quiz\/resultaten\//)
  await expect(page.getByText('van de 10 vragen goed')).toBeVisible()
})
