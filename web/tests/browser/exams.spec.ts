import { type Page, expect, test } from '@playwright/test'
import { inDatabase } from './pages/database.js'
import { agreeToTerms, LoginPage } from './pages/session.js'
import { isSound } from './pages/sound.js'

// Exams where people see them: an admin's exam dates and definitions, a participant's own exams among their trainings, and the day of an
// exam. Only the last test changes data of the demo.

async function send<T>(page: Page, method: 'POST' | 'PUT', path: string, data: object): Promise<T> {
  const { csrf_token: token } = await (await page.request.get('/public/auth/csrf/')).json()
  const answer = await page.request.fetch(path, { method, headers: { 'X-CSRF-Token': token }, data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { data: T }).data
}

test('an exam date applies the age limit of its exam, and cancelling it moves the focus on', async ({ page }) => {
  await new LoginPage(page).enter('admin@platform.example', null)
  await page.goto('/exams/momenten?nieuw=1')
  const panel = page.getByRole('dialog', { name: 'Momenten toevoegen' })
  const adults = panel.getByRole('switch', { name: 'Alleen 18+' })
  const choose = async (name: RegExp) => {
    await panel.getByRole('combobox', { name: 'Examen' }).click()
    await page.getByRole('option', { name }).click()
  }
  await expect(adults).not.toBeChecked()
  await choose(/^Industriële reiniging/)
  await expect(adults).toBeChecked()
  await choose(/^Werken op hoogte/)
  await expect(adults).not.toBeChecked()
  await choose(/^Industriële reiniging/)
  await adults.uncheck()
  await choose(/^Werken op hoogte/)
  await choose(/^Industriële reiniging/)
  await expect(adults).not.toBeChecked()

  const { data: exams } = await (await page.request.get('/api/exams/exams?search=hoogte')).json()
  const at = {
    language: 'nl',
    day: new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10),
    time: '09:00',
    seats: 4,
    provider: null,
    adults_only: false,
    weeks: 1,
  }
  const places = [{ city: 'Nergenshuizen', location: 'Zaal', address: '' }]
  const { ids } = await send<{ ids: number[] }>(page, 'POST', '/api/exams/moments', { ...at, places, exam_id: exams[0].id })
  await page.goto(`/exams/momenten/${ids[0]}`)
  await page.getByRole('button', { name: 'Laten vervallen' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Examenmoment laten vervallen?' })
  await question.getByLabel('Reden').fill('Geen zaal')
  await question.getByLabel('Reden').press('Enter')
  await expect(page.getByText('Vervallen', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Laten vervallen' })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByText('Vrije plaatsen')).toHaveCount(0)
  await expect(page.getByText('wie was aangemeld, heeft hier geen plaats meer')).toBeVisible()
  await isSound(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/exams/momenten?search=Nergenshuizen&state=withdrawn')
  const card = page.getByRole('listitem').filter({ hasText: 'Nergenshuizen' })
  await expect(card.getByText('Vervallen')).toBeVisible()
  await expect(card).not.toContainText('Vrije plaatsen')
})

test('a person who is entered for one date is not asked to choose a date', async ({ page }) => {
  await new LoginPage(page).enter('admin@platform.example', null)
  const { data: entries } = await (await page.request.get('/api/exams/entries')).json()
  const { data: moments } = await (await page.request.get('/api/exams/moments?per_page=100')).json()
  const moment = moments.find(
    ({ city, starts_at: at }: { city: string; starts_at: string }) => city === entries[0].city && at === entries[0].starts_at,
  )
  await page.goto(`/exams/momenten/${moment.id}`)
  await expect(page.getByRole('grid').getByText(entries[0].person)).toBeVisible()
  const list = page.getByRole('search', { name: 'Aanmeldingen' })
  await expect(list.getByRole('button', { name: 'Examenstatus' }).or(list.getByRole('combobox', { name: 'Examenstatus' }))).toBeVisible()
  await expect(list.getByText('Begint')).toHaveCount(0)
  await page.goto('/exams/aanmeldingen')
  await expect(list.getByText('Begint')).toBeVisible()
})

test('the buttons of a long form cover no field until there is something to save', async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 823 })
  await new LoginPage(page).enter('admin@platform.example', null)
  await page.goto('/exams/edit')
  const save = page.getByRole('button', { name: 'Examen toevoegen' })
  await expect(page.getByLabel('Alleen 18+')).toBeVisible()
  await expect(save).not.toBeInViewport()
  const field = page.getByRole('textbox', { name: /: English$/ })
  await field.fill('Diploma')
  await expect(save).toBeInViewport()
  // The field with the focus stays visible beside the buttons.
  await expect
    .poll(() =>
      field.evaluate((input) => {
        const { x, y, width, height } = input.getBoundingClientRect()
        return [y + 2, y + height - 2].every((at) => document.elementFromPoint(x + width / 2, at) === input)
      }),
    )
    .toBe(true)
})

test('a participant finds their exam among their trainings, and from there its booking', async ({ page, browser }) => {
  const supervisor = await browser.newPage()
  await new LoginPage(supervisor).enter('beheerder@bouwmeester.example', 'bouwmeester')
  await new LoginPage(page).enter('leerling@bouwmeester.example', 'bouwmeester')
  const { self, data: offers } = await (await page.request.get('/api/booking/offers')).json()
  const { id: course } = offers.find(({ name }: { name: string }) => name.startsWith('Basisveiligheid'))
  const { data: moments } = await (await page.request.get(`/api/booking/moments?course=${course}`)).json()
  const moment = moments.find(({ city }: { city: string }) => city === 'Groningen')
  const { data: terms } = await (await page.request.get(`/api/exams/moments/${moment.id}/terms`)).json()
  const buyer = {
    ...{ company: 'Bouwmeester', contact: 'Crediteuren', contact_email: 'in@buyer.example', invoice_email: 'in@buyer.example' },
    ...{ street: 'Kade 1', postal_code: '1976 CA', city: 'IJmuiden', country: 'NL', vat_number: '' },
  }
  const answers = {
    course,
    type: 'exam',
    people: [{ membership: self }],
    moment: moment.id,
    method: 'invoice',
    buyer,
    exam_terms: terms.mark,
  }
  const { costs } = await send<{ costs: { total_cents: number } }>(page, 'POST', '/api/booking/price', { answers })
  const draft = await send<{ id: number; version: string }>(page, 'PUT', '/api/booking/draft', { answers, step: 'billing' })
  const booking = await send<{ id: number; number: string }>(page, 'POST', '/api/booking/bookings', {
    ...{ draft: draft.id, version: draft.version, total_cents: costs.total_cents },
  })

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/deelnemer/trainingen')
  const exams = page.getByRole('region', { name: 'Mijn examens' })
  const own = exams.getByRole('listitem').filter({ has: page.getByRole('link', { name: new RegExp(booking.number) }) })
  await expect(own).toContainText('Toetslokaal Noord')
  await expect(own).toContainText('In behandeling')
  await isSound(page)
  await page.getByRole('tab', { name: 'Verlopen' }).click()
  await expect(exams).toHaveCount(0)
  await page.getByRole('tab', { name: 'Alle' }).click()
  await own.getByRole('link', { name: new RegExp(booking.number) }).click()
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(booking.number) })).toBeVisible()
  await expect(page).toHaveURL(`/deelnemer/boeking?id=${booking.id}`)

  const { data: now } = await (await supervisor.request.get(`/api/booking/bookings/${booking.id}`)).json()
  await send(supervisor, 'POST', `/api/booking/bookings/${booking.id}/acts`, { act: 'cancel_exam', updated_at: now.updated_at })
  await page.goto('/deelnemer/trainingen?toon=all')
  await expect(page.getByRole('tab', { name: 'Actief' })).toBeVisible()
  await expect(page.getByRole('link', { name: new RegExp(booking.number) })).toHaveCount(0)
  await supervisor.close()
})

/** Inserts an attempt of 30 minutes whose computer failed 9 minutes after the start. */
const failedComputer = (entry: number) =>
  inDatabase((client) =>
    client.query(
      `with attempt as (
         insert into learning_attempts (company_id, participation_id, activity_id, number, status, started_at, ends_at)
           select p.company_id, p.id, a.id, 1, 'busy', now() - interval '12 minutes', now() + interval '18 minutes'
             from exams_entries e join exams_moments m on m.id = e.moment_id join exams_exams x on x.id = m.exam_id
             join learning_participations p on p.membership_id = e.membership_id and p.course_id = x.course_id
             join learning_activities a on a.version_id = p.version_id and a.type = 'quiz' where e.id = $1
           returning *)
       insert into learning_attempt_questions (company_id, attempt_id, question_id, position, answer_order, given, saved_at)
         select t.company_id, t.id, q.id, 1, '{}', '{}', t.started_at + interval '9 minutes'
           from attempt t join learning_participations p on p.id = t.participation_id join learning_questions q on q.course_id = p.course_id limit 1`,
      [entry],
    ),
  )

test('an examiner runs an exam day on a phone: presence, start, a late arrival, and a computer that failed', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await agreeToTerms(page)
  await new LoginPage(page).enter('examinator@examenhuis.example', 'examenhuis')
  const moment = await inDatabase(async (client) => {
    // It starts in half an hour, whatever the time of the day.
    const sql = `update exams_moments m set starts_at = now() + interval '30 minutes'
        from exams_exams e join learning_courses c on c.id = e.course_id and c.shortname = 'examen-op-locatie'
       where e.id = m.exam_id returning m.id`
    return Number((await client.query<{ id: string }>(sql)).rows[0]!.id)
  })
  const { data } = await (await page.request.get(`/api/exams/moments/${moment}/day`)).json()
  const absent = (data.people as { id: number; person: string; arrived_at: string | null }[]).filter(({ arrived_at: at }) => at === null)
  const [next, late] = absent
  const all = data.people.length
  const here = all - absent.length

  await page.goto(`/exams/momenten/${moment}/examendag`)
  const row = (who: typeof next) => page.getByRole('list', { name: 'Aanmeldingen' }).getByRole('listitem').filter({ hasText: who!.person })
  const said = (text: string | RegExp) => expect(page.getByText(text)).toBeVisible()
  await said(`${here} van ${all} aanwezig`)
  // Marking the identity as seen also marks the person as present.
  await row(next).getByRole('checkbox', { name: 'Identiteit gezien' }).click()
  await expect(row(next).getByRole('checkbox', { name: 'Aanwezig' })).toBeChecked()
  await said(`${here + 1} van ${all} aanwezig`)
  await row(next).getByRole('button', { name: next!.person }).click()
  const panel = page.getByRole('dialog', { name: next!.person })
  await panel.getByLabel('Plaatsnummer').fill('7')
  await panel.getByLabel('Hulp in de zaal').fill('Voorlezer')
  await panel.getByRole('button', { name: 'Opslaan', exact: true }).click()
  await said('Opgeslagen')
  await page.keyboard.press('Escape')
  await expect(row(next)).toContainText('Hulp: Voorlezer')
  await expect(row(next)).toContainText('Plaats 7')

  await page.getByRole('button', { name: `Examen starten voor ${here + 1} deelnemers` }).click()
  await page.getByRole('button', { name: 'Starten', exact: true }).click()
  await said(`Gestart voor ${here + 1} deelnemers`)
  await expect(row(next)).toContainText('Gestart om')
  await expect(row(late)).not.toContainText('Gestart om')
  await row(late).getByRole('checkbox', { name: 'Aanwezig' }).click()
  await page.getByRole('button', { name: 'Starten voor 1 laatkomer' }).click()
  await said('Gestart voor 1 deelnemer')
  await expect(row(late)).toContainText('Gestart om')

  await failedComputer(next!.id)
  await row(next).getByRole('button', { name: next!.person }).click()
  await panel.getByRole('button', { name: 'Poging heropenen' }).click()
  await said('De poging is heropend. Er zijn nog 21 minuten over.')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
