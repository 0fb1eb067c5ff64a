import { expect, test } from '@playwright/test'
import { LoginPage } from './pages/session.js'
import { isSound } from './pages/sound.js'
import { advanceClock } from './pages/time.js'

const person = (mark: string, n: number) => `Anna;de Wit ${n};anna${n}.${mark}@file.example;1990-01-0${n}`

test('a supervisor maps the columns of a file, resumes after a reload, imports the valid lines and undoes the import', async ({ page }) => {
  const mark = `t${Date.now()}`
  await page.clock.install()
  const text = ['Wie;Van;Bereikbaar;Geboren', person(mark, 1), person(mark, 2), `Cas;Kok;geen adres;`].join('\r\n')
  await new LoginPage(page).enter('beheerder@noordwind.example', 'noordwind')
  await page.goto('/deelnemers/importeren')
  await page.locator('input[type=file]').setInputFiles({ name: 'mensen.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  // No line is marked as wrong because a column is missing.
  await expect(page.getByText('Kies eerst')).toBeVisible()
  await expect(page.getByText('Regels die niet kloppen')).toHaveCount(0)
  await expect(page.getByText('Niet gebruikt uit dit bestand: Wie, Van en Bereikbaar.')).toBeVisible()
  for (const [field, column] of [
    ['Voornaam', 'Wie'],
    ['Achternaam', 'Van'],
    ['E-mailadres', 'Bereikbaar'],
  ] as const) {
    await page.getByRole('combobox', { name: field }).click()
    await page.getByRole('option', { name: column, exact: true }).click()
    await expect(page.getByRole('combobox', { name: field })).toHaveText(column)
  }
  await expect(page.getByText('2 mensen worden toegevoegd. 1 regel klopt niet.')).toBeVisible()
  await expect(page.getByText(/^Niet gebruikt uit dit bestand/)).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('E-mailadres klopt niet')).toBeVisible()
  await isSound(page)

  await page.getByLabel('Iedereen meteen een uitnodiging mailen').uncheck()
  await page.getByRole('button', { name: 'Alleen de 2 goede regels toevoegen' }).click()
  await expect(page.getByText('2 mensen zijn toegevoegd.')).toBeVisible()
  // The toast of the end replaces that of the start, and stays until the tray is opened.
  const undo = page.locator('.toasts').getByRole('button', { name: 'Ongedaan maken' })
  await expect(undo).toBeVisible()
  await advanceClock(page, 1_000)
  await expect(undo).toBeVisible({ timeout: 1 })
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Taken/ })
    .click()
  const tray = page.getByRole('dialog', { name: 'Taken' })
  await tray.getByRole('button', { name: 'Deelnemers importeren ongedaan maken' }).first().click()
  await expect(tray.getByText('Import ongedaan maken').first()).toBeVisible()
  // The tray shows it, and no toast covers its lines.
  await expect(page.locator('.toasts').getByRole('status')).toHaveCount(0)
  await expect(tray.getByRole('status')).toContainText('Import ongedaan maken')
  await tray.getByRole('button', { name: 'Sluiten' }).click()
  await page.reload()
  await expect(page.getByText('De import is ongedaan gemaakt.')).toBeVisible()
})

test('a finished task is announced after a reload too, when the tray was opened meanwhile', async ({ page }) => {
  await page.clock.install()
  let task = {
    id: 987_654,
    plugin: 'people',
    label: 'people.import.task',
    subject: null,
    about: null,
    state: 'running',
    done: 1,
    total: 2,
    failed: 0,
    code: null,
    stopping: false,
    undoable: false,
    undone: false,
    file: null,
    created_at: new Date().toISOString(),
    finished_at: null as string | null,
  }
  // A task that runs for as long as this test needs.
  await page.route('**/api/core/tasks', (route) => route.fulfill({ json: { data: [task] } }))
  await new LoginPage(page).signIn('beheerder@noordwind.example', 'noordwind')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Taken/ })
    .click()
  const tray = page.getByRole('dialog', { name: 'Taken' })
  await expect(tray.getByRole('listitem')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(tray).toHaveCount(0)
  task = { ...task, state: 'done', done: 2, finished_at: new Date().toISOString() }
  const told = page.locator('.toasts').getByRole('status')
  await expect(told).toBeVisible()
  await advanceClock(page, 1_000)
  await expect(told).toBeVisible({ timeout: 1 })
})

test('a supervisor corrects a cell of a wide file in place, and chooses the header line', async ({ page }) => {
  const mark = `m${Date.now()}`
  const filler = Array.from({ length: 12 }, (_, n) => `Extra ${n}`).join(';')
  const line = (n: number, born: string) => `Anna;Kok ${n};anna${n}.${mark}@file.example;${filler};${born}`
  const text = [
    'Personeel per 1 november',
    '',
    `Voornaam;Achternaam;E-mail;${filler};Geboortedatum`,
    line(1, '1 maart 1990'),
    line(2, 'ooit'),
  ]
  await new LoginPage(page).enter('beheerder@noordwind.example', 'noordwind')
  await page.goto('/deelnemers/importeren')
  await page.locator('input[type=file]').setInputFiles({ name: 'mensen.csv', mimeType: 'text/csv', buffer: Buffer.from(text.join('\r\n')) })
  await expect(page.getByText('1 persoon wordt toegevoegd. 1 regel klopt niet.')).toBeVisible()
  const cell = page.getByLabel('Geboortedatum van regel 5 verbeteren')
  await isSound(page)
  await page.getByLabel('Regel met de kolomnamen (0: geen)').fill('4')
  await page.getByRole('button', { name: 'Opnieuw lezen' }).click()
  await expect(page.getByText('Kies eerst')).toBeVisible()
  await page.getByLabel('Regel met de kolomnamen (0: geen)').fill('3')
  await page.getByRole('button', { name: 'Opnieuw lezen' }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Deze regels downloaden' }).click()])
  expect(download.suggestedFilename()).toBe('mensen - niet toegevoegd.csv')
  await page.setViewportSize({ width: 390, height: 800 })
  await cell.fill('2-3-1990')
  await cell.press('Enter')
  await expect(page.getByText('2 mensen worden toegevoegd. Alle regels kloppen.')).toBeVisible()
})

test('a file with jobs and groups: an unknown manager is corrected in place, and missing groups are created on request', async ({
  page,
}) => {
  await new LoginPage(page).enter('beheerder@bouwmeester.example', 'bouwmeester')
  await page.goto('/deelnemers/importeren')
  const text = [
    'Voornaam;Achternaam;E-mail;Personeelsnummer;Functie;Groepen;Leidinggevende',
    'Anouk;Groot;anouk@werkbestand.example;B-901;Monteur;"Ploeg Lek; Ploeg Waal";B-902',
    'Bram;Kok;bram@werkbestand.example;B-902;Voorman;;niemand@werkbestand.example',
  ].join('\r\n')
  await page.locator('input[type=file]').setInputFiles({ name: 'werk.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await expect(page.getByText('Deze groepen bestaan nog niet: Ploeg Lek en Ploeg Waal.')).toBeVisible()
  await isSound(page)
  await page.getByRole('combobox', { name: 'Maken als' }).click()
  await page.getByRole('option', { name: 'Project' }).click()
  await expect(page.getByText('Deze groepen worden gemaakt: Ploeg Lek en Ploeg Waal.')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  const cell = page.getByLabel('Leidinggevende van regel 3 verbeteren')
  await cell.fill('beheerder@bouwmeester.example')
  await cell.press('Enter')
  await expect(page.getByText('2 mensen worden toegevoegd. Alle regels kloppen.')).toBeVisible()
  await isSound(page)
  await page.getByLabel('Iedereen meteen een uitnodiging mailen').uncheck()
  await page.getByRole('button', { name: '2 mensen toevoegen' }).click()
  await expect(page.getByText('2 mensen zijn toegevoegd.')).toBeVisible()
  await page.goto('/deelnemers?search=werkbestand')
  await page.getByText('Anouk Groot').first().click()
  const panel = page.getByRole('dialog').or(page.getByRole('complementary'))
  await expect(panel.getByText('B-901')).toBeVisible()
  await expect(panel.getByText('Bram Kok')).toBeVisible()
})
