import { expect, test } from '@playwright/test'
import { inDatabase } from './pages/database.js'
import { LoginPage } from './pages/session.js'
import { isSound } from './pages/sound.js'

// From "we need this exam" to a bill and its cancellation, in a company whose bookings no other test counts. It books only an exam, so
// nobody's courses change.

test('a supervisor books an exam, resumes the draft later, and cancels the booking', async ({ page }) => {
  await new LoginPage(page).signIn('beheerder@bouwmeester.example', 'bouwmeester')
  await page.getByRole('button', { name: 'Snel toevoegen' }).click()
  await page.getByRole('menuitem', { name: 'Training of examen boeken' }).click()
  await page.getByRole('button', { name: 'Opnieuw beginnen' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('gaat verloren')
  await page.getByRole('button', { name: 'Wissen en opnieuw beginnen' }).click()
  await expect(page.getByRole('button', { name: 'Opnieuw beginnen' })).toBeHidden()
  const next = page.getByRole('button', { name: 'Verder' })
  await page.getByRole('radio', { name: /Basisveiligheid/ }).check()
  await page.getByRole('radio', { name: /^Examen/ }).check()
  await next.click()
  // The person is typed but not added: one error appears at the fields, without a second error that nobody was chosen.
  await page.getByRole('radio', { name: 'Nieuw' }).click()
  const firstname = page.getByLabel('Voornaam')
  await firstname.fill('Vera')
  await next.click()
  const told = ['Voeg deze persoon toe, of maak de velden leeg', 'Vul eerst in wat hier nog ontbreekt.']
  await expect(page.locator('form [role=alert]')).toHaveText(told)
  await page.getByLabel('Achternaam').fill('Test')
  await page.getByLabel('E-mailadres').fill('vera.test@bouwmeester.example')
  // By keyboard: after adding a person the focus is on the first field of the next one; after removing one it stays in the list of people.
  const add = page.getByRole('button', { name: 'Toevoegen', exact: true })
  await add.focus()
  await add.press('Enter')
  await expect(firstname).toBeFocused()
  await page.getByRole('button', { name: 'Verwijder Vera Test' }).press('Enter')
  await expect(page.locator('body')).not.toBeFocused()
  await expect(page.getByText('Nog niemand gekozen')).toBeVisible()
  await page.getByRole('radio', { name: 'Collega' }).click()
  await page.getByRole('combobox', { name: /Collega zoeken/ }).fill('Mehmet')
  await page.getByRole('option', { name: /Mehmet Yılmaz/ }).click()
  await expect(page.getByText('1 deelnemer', { exact: true })).toBeVisible()
  const costs = page.getByRole('complementary', { name: 'Kosten' })
  await expect(costs).toContainText('€ 235,95')
  await isSound(page)
  await next.click()
  await page
    .getByRole('radio', { name: /Groningen/ })
    .first()
    .check()
  await next.click()
  await expect(page.getByRole('heading', { name: 'Controle', level: 2 })).toBeVisible()
  // It closes now: that is said at this step, not at the last click. The wizard asks every 30 seconds.
  const close = (at: string) =>
    inDatabase((client) => client.query(`update exams_moments set closes_at = ${at} where city = 'Groningen' and for_company_id is null`))
  await close(`now() - interval '1 hour'`)
  await expect(page.getByText('Het gekozen moment is gesloten voor aanmeldingen.')).toBeVisible()
  await isSound(page)
  // Open again, so that the list of moments shows it.
  await close('null')
  await page.getByRole('button', { name: 'Ander moment kiezen' }).click()
  await expect(page.getByRole('heading', { name: 'Examen', level: 2 })).toBeFocused()
  await page
    .getByRole('radio', { name: /plaats/ })
    .and(page.locator(':enabled:not(:checked)'))
    .first()
    .check()
  await page
    .getByRole('radio', { name: /Groningen/ })
    .first()
    .check()
  await next.click()
  await page.getByLabel(/Bijzonderheden/).fill('Graag vooraan.')
  // The draft is saved on the server a moment after the last letter. A request for an earlier choice may still be in flight before it.
  const kept = () =>
    inDatabase(async (client) => {
      const { rows } = await client.query(`select 1 from booking_drafts where answers->>'wishes' = 'Graag vooraan.'`)
      return rows.length
    })
  await expect.poll(kept).toBe(1)
  await page.reload()
  await expect(page.getByLabel(/Bijzonderheden/)).toHaveValue('Graag vooraan.')
  // The terms that apply are read, agreed to and stored with the booking.
  await expect(page.getByRole('button', { name: 'Lees de voorwaarden' })).toBeVisible()
  await next.click()
  await expect(page.getByText('Lees de examenvoorwaarden en ga akkoord')).toBeVisible()
  await page.getByRole('button', { name: 'Lees de voorwaarden' }).click()
  const terms = page.getByRole('dialog', { name: 'Examenvoorwaarden van Examenhuis' })
  await expect(terms).toContainText('Neem een geldig identiteitsbewijs mee.')
  await isSound(page)
  await terms.getByRole('button', { name: 'Sluiten' }).click()
  await page.getByRole('checkbox', { name: /akkoord met de examenvoorwaarden van Examenhuis/ }).check()
  await next.click()
  // The option shows what it adds to the price, and the button is disabled until the price of that choice is known.
  let answerPrices = () => {}
  const answered = new Promise<void>((resolve) => (answerPrices = resolve))
  await page.route('**/api/booking/price', async (route) => {
    await answered
    await route.continue()
  })
  await page.getByRole('radio', { name: /^Met kaart.*€ 0,35 transactiekosten/ }).check()
  await expect(page.getByRole('button', { name: /^(Boeking plaatsen|Boeken en betalen)$/ })).toBeDisabled()
  answerPrices()
  // Payment by card adds a step on the provider's page.
  await expect(page.getByRole('button', { name: 'Boeken en betalen' })).toBeEnabled()
  await expect(costs).toContainText('€ 236,37')
  await page.getByRole('radio', { name: /^Op factuur/ }).check()
  await page.getByRole('button', { name: 'Boeking plaatsen' }).click()

  await expect(page.getByRole('heading', { level: 1, name: /^B\d{6} · Basisveiligheid/ })).toBeVisible()
  await expect(page.getByText('Mehmet Yılmaz')).toBeVisible()
  await expect(page.getByText(/^Akkoord met de examenvoorwaarden van Examenhuis: /)).toBeVisible()
  await isSound(page)
  await page.getByRole('button', { name: 'Examen annuleren' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('Dit kost niets.')
  await question.getByRole('button', { name: 'Examen annuleren' }).click()
  await expect(page.getByText('Geannuleerd').first()).toBeVisible()

  await page.goto('/administratie?tab=invoices.invoices')
  const rows = page.getByRole('grid')
  await expect(rows.getByText('Creditnota').first()).toBeVisible()
  await expect(rows.getByText('−€ 235,95').first()).toBeVisible()
})

test('a supervisor fills the list of participants from a file: at once when it is right, after a correction when it is not', async ({
  page,
}) => {
  await new LoginPage(page).signIn('beheerder@bouwmeester.example', 'bouwmeester')
  await page.goto('/intern/booking')
  const next = page.getByRole('button', { name: 'Verder' })
  await page.getByRole('radio', { name: /Basisveiligheid/ }).check()
  await page.getByRole('radio', { name: /^Examen/ }).check()
  await next.click()
  await page.getByRole('radio', { name: 'Nieuw' }).click()
  await page.getByLabel('Voornaam').fill('Vera')
  const choose = async (name: string, lines: string[]) => {
    await page.getByRole('button', { name: 'Uit een bestand' }).click()
    const buffer = Buffer.from(['Voornaam;Tussenvoegsel;Achternaam;E-mail', ...lines].join('\r\n'))
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
  }
  await choose('goed.csv', ['José;van der;Müller;jose.lijst@bouwmeester.example', 'Sukarno;;;sukarno.lijst@bouwmeester.example'])
  await expect(page.getByText('2 deelnemers uit het bestand toegevoegd.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const list = page.getByRole('listitem')
  await expect(list.filter({ hasText: 'José van der Müller' })).toBeVisible()
  await expect(list.filter({ hasText: 'Sukarno' })).toBeVisible()
  // What was typed is still there.
  await expect(page.getByLabel('Voornaam')).toHaveValue('Vera')
  await isSound(page)
  await page.getByRole('button', { name: 'Ongedaan maken' }).click()
  await expect(page.getByText('Nog niemand gekozen')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await choose('fout.csv', ['Piet;;Jansen;piet.lijst@bouwmeester.example', 'Kees;;;geen adres'])
  const dialog = page.getByRole('dialog', { name: 'Deelnemers uit een bestand' })
  await expect(dialog.getByText(/^1 persoon gaat mee in de boeking\./)).toBeVisible()
  await isSound(page)
  const cell = dialog.getByLabel('E-mail van regel 3 verbeteren')
  await cell.fill('kees.lijst@bouwmeester.example')
  await cell.press('Enter')
  await dialog.getByRole('button', { name: '2 mensen in de boeking zetten' }).click()
  await expect(page.getByText('2 deelnemers uit het bestand toegevoegd.')).toBeVisible()
  await expect(page.getByLabel('Voornaam')).toHaveValue('Vera')
  await page.getByRole('radio', { name: 'Collega' }).click()
  await next.click()
  await expect(page.getByRole('heading', { name: 'Examen', exact: true })).toBeVisible()
  // The draft is deleted, so that the next test begins without it.
  await page.getByRole('button', { name: 'Annuleren' }).click()
  await page.getByRole('alertdialog').getByRole('button').last().click()
  await expect(page).toHaveURL(/administratie/)
})

test('the wizard warns of people with the course or a valid certificate, again at the check, and leaves them out at one press', async ({
  page,
}) => {
  // One person has the course, one a valid certificate, and one a certificate that has expired.
  const names = await inDatabase(async (client) => {
    await client.query('delete from booking_drafts')
    const { rows } = await client.query<{ company: number; id: number; name: string; course: number; open: boolean }>(
      `select m.company_id as company, m.id, concat_ws(' ', u.firstname, u.infix, u.lastname) as name, x.id as course,
              exists (select 1 from learning_participations p where p.membership_id = m.id and p.course_id = x.id and p.status in ('registered', 'planned', 'busy')) as open
         from core_memberships m join core_users u on u.id = m.user_id join core_companies c on c.id = m.company_id,
              learning_courses x
        where c.login_id = 'bouwmeester' and x.shortname = 'tillen-en-dragen' and x.company_id is null and m.role = 'leerling' and m.status = 'active'
          and not exists (select 1 from certificates_certificates k where k.membership_id = m.id and k.course_id = x.id)
        order by m.id`,
    )
    const [enrolled] = rows.filter(({ open }) => open)
    const [certified, expired] = rows.filter(({ open }) => !open)
    for (const [person, until] of [
      [certified!, '2099-12-31'],
      [expired!, '2020-01-31'],
    ] as const)
      await client.query(
        `insert into certificates_certificates (company_id, membership_id, participation_id, course_id, course_version_id, number, token, language,
           company_name, person_name, course_name, issued_at, valid_until)
         values ($1, $2, $3, $4, 1, $5, $5, 'nl', 'B', $6, 'T', now(), $7)`,
        [person.company, person.id, 900_000 + person.id, person.course, `WARN-${person.id}`, person.name, until],
      )
    return [enrolled!.name, certified!.name, expired!.name] as const
  })
  const [enrolled, certified, expired] = names
  await new LoginPage(page).enter('beheerder@bouwmeester.example', 'bouwmeester')
  await page.goto('/intern/booking')
  const next = page.getByRole('button', { name: 'Verder' })
  await page.getByRole('radio', { name: /Toolbox tillen/ }).check()
  await next.click()
  for (const name of names) {
    await page.getByRole('combobox', { name: /Collega zoeken/ }).fill(name)
    await page.getByRole('option', { name }).click()
  }
  await expect(page.getByText('3 deelnemers', { exact: true })).toBeVisible()
  const warning = page.getByRole('alert').filter({ hasText: '2 deelnemers hebben dit al' })
  const lines = [`${enrolled}: Heeft deze training al`, `${certified}: Heeft een certificaat dat geldig is tot en met 31 dec 2099`]
  await expect(warning.getByRole('listitem')).toHaveText(lines)
  await isSound(page)
  // Not removed: the check warns again.
  await next.click()
  await expect(page.getByRole('heading', { name: 'Controle', level: 2 })).toBeVisible()
  await expect(warning.getByRole('listitem')).toHaveText(lines)
  await isSound(page)
  await warning.getByRole('button', { name: 'Laat deze 2 weg' }).click()
  await expect(page.getByText('hebben dit al')).toHaveCount(0)
  await expect(page.getByRole('term').filter({ hasText: 'Deelnemers' }).locator('+ dd')).toHaveText(expired)
  await expect(page.getByRole('complementary', { name: 'Kosten' })).toContainText('€ 22,99')
})

test('an admin books for the company that they choose first, and sees its purchase orders', async ({ page }) => {
  await new LoginPage(page).enter('admin@platform.example', null)
  await page.goto('/intern/booking')
  await expect(page.getByRole('heading', { level: 1, name: 'Boeken' })).toBeVisible()
  await expect(page.getByText('Kies een bedrijf', { exact: true })).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)
  await isSound(page)
  await page.getByRole('combobox', { name: 'Bedrijf' }).click()
  await page.getByRole('option', { name: 'Noordwind' }).click()
  const next = page.getByRole('button', { name: 'Verder' })
  await page.getByRole('radio', { name: /Basisveiligheid/ }).check()
  await page.getByRole('radio', { name: /^Examen/ }).check()
  await isSound(page)
  await next.click()
  await page.getByRole('combobox', { name: /Collega zoeken/ }).fill('Esra')
  await page.getByRole('option', { name: /Esra Kaya/ }).click()
  await next.click()
  await page
    .getByRole('radio', { name: /plaats/ })
    .and(page.locator(':enabled'))
    .first()
    .check()
  await next.click()
  await expect(page.getByRole('term').filter({ hasText: 'Deelnemers' }).locator('+ dd')).toHaveText('Esra Kaya')

  await page.goto('/administratie/inkoop/')
  await expect(page.getByRole('heading', { level: 1, name: 'Inkoop' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Inkooporder toevoegen' })).toHaveCount(0)
  await isSound(page)
  await page.getByRole('combobox', { name: 'Bedrijf' }).click()
  await page.getByRole('option', { name: 'Noordwind' }).click()
  await page.getByRole('button', { name: 'Inkooporder toevoegen' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('textbox').first().fill('PO-SCHERM-1')
  await panel.getByRole('button', { name: 'Opslaan' }).click()
  await expect(page.getByRole('main').getByText('PO-SCHERM-1')).toBeVisible()
  await isSound(page)
})

test('a saved view with a sort that no longer exists opens in the list’s default order', async ({ page }) => {
  await new LoginPage(page).signIn('beheerder@bouwmeester.example', 'bouwmeester')
  const csrf = (await (await page.request.get('/public/auth/csrf/')).json()) as { csrf_token: string }
  // A view that was saved when consumption could still be sorted by name.
  const kept = await page.request.post('/api/core/list_views', {
    headers: { 'X-CSRF-Token': csrf.csrf_token },
    data: { list: 'contracts.uses', name: 'Op naam', filter: 'sort=person&columns=person%2Ccourse', shared: false },
  })
  expect(kept.ok()).toBe(true)
  await page.goto('/administratie?tab=contracts.consumption')
  await page.getByRole('button', { name: 'Weergaven' }).click()
  await page.getByRole('menuitem', { name: 'Op naam' }).click()
  await page.waitForURL(/sort=person/)
  const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/contracts/uses')
  await page.reload()
  expect((await answered).status()).toBe(200)
  await expect(page.getByRole('button', { name: 'Weergaven' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Opnieuw proberen' })).toHaveCount(0)
})

test('beyond a contract’s limit the wizard shows the extra price or refuses the booking', async ({ page }) => {
  const contract = (participants: number, extra: number | null, courses: string) =>
    inDatabase((client) =>
      client.query(
        `update contracts_contracts k set participants = $1, extra_participant_cents = $2,
           courses = case when $3 = 'all' then '[]'::jsonb else (select jsonb_agg(course_id) from (select course_id from contracts_uses where contract_id = k.id limit 1) u) end
         from core_companies c where c.id = k.company_id and c.login_id = 'bouwmeester' and k.name like 'Raamcontract%'`,
        [participants, extra, courses],
      ),
    )
  const begin = async () => {
    await page.goto('/intern/booking')
    await page.getByRole('button', { name: /^(Verder|Boeking plaatsen|Boeken en betalen)$/ }).waitFor()
    const over = page.getByRole('button', { name: 'Opnieuw beginnen' })
    if (!(await over.isVisible())) return
    await over.click()
    await page.getByRole('button', { name: 'Wissen en opnieuw beginnen' }).click()
    await expect(over).toBeHidden()
  }
  const next = page.getByRole('button', { name: 'Verder' })
  const choose = async () => {
    // It has no exam, so its only type is chosen without asking.
    await page.getByRole('radio', { name: /Toolbox tillen/ }).check()
    await next.click()
    await page.getByRole('radio', { name: 'Nieuw' }).click()
    await page.getByLabel('Voornaam').fill('Vera')
    await page.getByLabel('Achternaam').fill('Test')
    await page.getByLabel('E-mailadres').fill('vera.test@bouwmeester.example')
    await page.getByRole('button', { name: 'Toevoegen', exact: true }).click()
  }
  await new LoginPage(page).signIn('beheerder@bouwmeester.example', 'bouwmeester')
  try {
    await contract(1, 2_500, 'all')
    await begin()
    await choose()
    const costs = page.getByRole('complementary', { name: 'Kosten' })
    await expect(costs).toContainText('Boven de limiet van contract Raamcontract')
    await expect(costs).toContainText('€ 30,25')
    await contract(1, null, 'all')
    await begin()
    await choose()
    // The server has calculated the price for this participant.
    await expect(costs).toContainText('€ 22,99')
    await next.click()
    await expect(page.locator('form [role=alert]')).toHaveText(['De limiet van je contract is bereikt'])
    await isSound(page)
  } finally {
    // Later tests book and assign courses under the same contract.
    await contract(12, 2_500, 'own')
  }
})
