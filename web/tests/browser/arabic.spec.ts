import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, type Locator, test } from '@playwright/test'
import { asOperator } from './pages/operator.js'
import { CoursePages } from './pages/course.js'
import { LoginPage } from './pages/session.js'
import { isSound } from './pages/sound.js'

const FILES = {
  'course.md': `---
shortname: veilig-arabisch
sector: construction
type: e-learning
status: available
duration_minutes: 5
price: 0
access_days: 60
passed_grade: 50
is_consumer_course: true
languages: [ar]
modules:
  - key: begin
    activities:
      - {key: les, type: richtext, minutes: 2}
      - {key: toets, type: quiz, minutes: 3, pass_percentage: 50, max_attempts: endless}
---
`,
  'ar/course.md': `---
name: السلامة في موقع البناء
modules: {begin: قبل أن تبدأ}
---

تتعلم هنا كيف تعمل بأمان في موقع البناء.
`,
  'ar/les.md': `---
title: معدات الوقاية الشخصية
---

ارتدِ خوذة EN 397 وحذاء S3.
`,
  'ar/toets.yaml': `title: اختبار السلامة
questions:
  - key: q1
    type: multiple
    text: ما الذي تفحصه قبل العمل (S3)؟
    answers:
      - {key: a, text: الحذاء S3, correct: true}
      - {key: b, text: لون السيارة}
    feedback_correct: صحيح.
    feedback_incorrect: الحذاء مهم.
    lesson: les
`,
}

/** The direction in which the words of an element are laid out. */
const directionOf = (part: Locator) => part.evaluate((element) => getComputedStyle(element).direction)

test('a course in Arabic reads from right to left, from its lesson to the explanation of its answers', async ({ page, browser }) => {
  const folder = path.join(await mkdtemp(path.join(tmpdir(), 'arabic-')), 'veilig-arabisch')
  await mkdir(path.join(folder, 'ar'), { recursive: true })
  for (const [name, content] of Object.entries(FILES)) await writeFile(path.join(folder, name), content)
  asOperator('learning.import_course', folder)
  await rm(path.dirname(folder), { recursive: true })

  const manager = await browser.newPage()
  await new LoginPage(manager).enter('beheerder@noordwind.example', 'noordwind')
  const { data: people } = await (await manager.request.get('/api/people/participants?per_page=50')).json()
  const { data: courses } = await (await manager.request.get('/api/learning/courses')).json()
  const { csrf_token: token } = await (await manager.request.get('/public/auth/csrf/')).json()
  const person = people.find(({ email }: { email: string | null }) => email?.startsWith('leerling@'))
  const chosen = courses.find(({ name }: { name: string }) => name === 'السلامة في موقع البناء')
  const body = { courses: [chosen.id], members: [person.id] }
  const given = await manager.request.post('/api/learning/assignments', { headers: { 'X-CSRF-Token': token }, data: body })
  expect(given.ok()).toBe(true)
  await manager.close()

  await new LoginPage(page).enter(person.email, 'noordwind')
  await page.goto('/deelnemer/trainingen')
  const course = new CoursePages(page)
  await course.open('السلامة في موقع البناء')
  await course.chooseLanguage('العربية')
  await course
    .mainAction(/^(Training starten|Verder gaan)$/)
    .first()
    .click()
  const lesson = page.getByText('ارتدِ خوذة EN 397 وحذاء S3.')
  expect(await directionOf(lesson)).toBe('rtl')
  await isSound(page)
  await course.readOn()
  await course.take(() => ['الحذاء S3'])
  await page.goto(page.url().replace('/resultaten/', '/feedback/'))
  await expect(page.getByRole('heading', { name: '1 vraag goed' })).toBeVisible()
  for (const text of ['ما الذي تفحصه قبل العمل (S3)؟', 'الحذاء S3', 'صحيح.'])
    expect(await directionOf(page.getByText(text)), text).toBe('rtl')
  await isSound(page)
})
