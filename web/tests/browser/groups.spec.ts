import { expect, test } from '@playwright/test'
import { LoginPage } from './pages/session.js'
import { isSound } from './pages/sound.js'

// A group from creation to deletion. It assigns no course, so the numbers that other tests count do not change.

test('a supervisor makes a group, adds a person, and filters people by it', async ({ page }) => {
  await new LoginPage(page).enter('beheerder@bouwmeester.example', 'bouwmeester')
  await page.goto('/deelnemers/groepen')
  await page.getByRole('button', { name: 'Groep toevoegen' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByLabel('Naam', { exact: true }).fill('Kraanploeg')
  // Typed text is not lost by accident: neither Escape nor the cross closes the panel without asking.
  const lost = page.getByRole('alertdialog')
  await page.keyboard.press('Escape')
  await lost.getByRole('button', { name: 'Hier blijven' }).click()
  await panel.getByRole('button', { name: 'Sluiten' }).click()
  await expect(lost).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(lost).toHaveCount(0)
  // Nor does going back, which closes the panel on the same page.
  await page.goBack()
  await lost.getByRole('button', { name: 'Hier blijven' }).click()
  await expect(panel.getByLabel('Naam', { exact: true })).toHaveValue('Kraanploeg')
  await panel.getByRole('button', { name: 'Groep toevoegen' }).click()
  await expect(page.getByRole('heading', { name: 'Kraanploeg' })).toBeVisible()
  await expect(page.getByText('Nog niemand in deze groep')).toBeVisible()

  await page.getByRole('button', { name: 'Mensen toevoegen' }).click()
  await page.getByRole('combobox').fill('Mehmet')
  await page.getByRole('option', { name: /Mehmet Yılmaz/ }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').getByRole('button', { name: 'Mensen toevoegen' }).click()
  await expect(page.getByText(/^1 persoon\. /)).toBeVisible()
  await expect(page.getByRole('grid').getByText('Mehmet Yılmaz')).toBeVisible()
  await isSound(page)

  await page.goto('/deelnemers')
  // When there are many filters, unused ones are behind one button.
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Groep' }).click()
  await page.getByRole('option', { name: 'Kraanploeg' }).click()
  await expect(page.getByText('1–1 van 1')).toBeVisible()

  await page.goto('/deelnemers/groepen')
  await page.getByRole('grid').getByText('Kraanploeg').click()
  await page.getByRole('button', { name: 'Groep verwijderen' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('1 persoon gaat uit de groep')
  await question.getByRole('button', { name: 'Groep verwijderen' }).click()
  await expect(page.getByText('Kraanploeg is verwijderd.')).toBeVisible()
  await expect(page.getByRole('grid').getByText('Kraanploeg')).toHaveCount(0)
})

test('on a phone a wrong line of a file is corrected in place, and the quick actions are not cut', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await new LoginPage(page).enter('beheerder@bouwmeester.example', 'bouwmeester')
  await page.goto('/deelnemers/groepen/importeren')
  const text = ['e-mail;groep', 'niemand@nergens.example;Nergens'].join('\r\n')
  await page.locator('input[type=file]').setInputFiles({ name: 'groepen.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await expect(page.getByText('Niemand van dit bedrijf, en geen naam om iemand nieuw toe te voegen')).toBeVisible()
  await isSound(page)
  const cell = page.getByLabel('e-mail van regel 2 verbeteren')
  await cell.fill('leerling@bouwmeester.example')
  await cell.press('Enter')
  await expect(page.getByText('Deze groep bestaat nog niet: Nergens.')).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Snel toevoegen' }).click()
  const items = page.getByRole('menuitem')
  await expect(items.first()).toBeVisible()
  for (const item of await items.all()) expect(await item.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
})

test('an admin maps the columns of a group file for the company in the address', async ({ page }) => {
  await new LoginPage(page).signIn('admin@platform.example', null)
  await page.goto('/deelnemers/groepen')
  await page.getByRole('combobox', { name: 'Bedrijf' }).click()
  await page.getByRole('option', { name: 'Noordwind' }).click()
  await expect(page).toHaveURL(/company=\d+/)
  await expect(page.getByRole('grid').getByText('Bouwmeester')).toHaveCount(0)
  await page.getByRole('link', { name: 'Groepen importeren' }).click()
  await page.getByRole('combobox', { name: 'Bedrijf' }).click()
  await page.getByRole('option', { name: 'Noordwind' }).click()
  await expect(page).toHaveURL(/id=\d+/)
  const file = (text: string) =>
    page.locator('input[type=file]').setInputFiles({ name: 'groepen.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await file('')
  await expect(page.getByText('Dit bestand is leeg')).toBeVisible()
  await file('Bereikbaar;Ploeg\nniemand@nergens.example;Nergens')
  for (const [field, column] of [
    ['E-mailadres', 'Bereikbaar'],
    ['Groepen', 'Ploeg'],
  ] as const) {
    await page.getByRole('combobox', { name: field }).click()
    await page.getByRole('option', { name: column }).click()
    await expect(page.getByRole('combobox', { name: field })).toHaveText(column)
  }
  await expect(page.getByText('Niemand van dit bedrijf, en geen naam om iemand nieuw toe te voegen')).toBeVisible()
  await isSound(page)
})

test('a supervisor lets a file create missing groups', async ({ page }) => {
  await new LoginPage(page).enter('beheerder@bouwmeester.example', 'bouwmeester')
  await page.goto('/deelnemers/groepen/importeren')
  const text = ['e-mail;groep', 'leerling@bouwmeester.example;Ploeg Maas', 'beheerder@bouwmeester.example;ploeg maas'].join('\r\n')
  await page.locator('input[type=file]').setInputFiles({ name: 'groepen.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await expect(page.getByText('Deze groep bestaat nog niet: Ploeg Maas.')).toBeVisible()
  await expect(page.getByRole('button', { name: /overnemen$/ })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Maken als' }).click()
  await page.getByRole('option', { name: 'Project' }).click()
  await expect(page.getByText('Deze groep wordt gemaakt: Ploeg Maas.')).toBeVisible()
  await isSound(page)
  await page.getByRole('button', { name: '2 regels overnemen' }).click()
  await expect(page.getByText('2 regels zijn verwerkt')).toBeVisible()

  await page.getByRole('link', { name: 'Naar de groepen' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Ploeg Maas' })
  await expect(row).toContainText('Project')
  await row.getByText('Ploeg Maas').click()
  await page.getByRole('button', { name: 'Groep verwijderen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Groep verwijderen' }).click()
  await expect(page.getByText('Ploeg Maas is verwijderd.')).toBeVisible()
})

test('a supervisor fills a group from a file on its page, corrects a line after a reload, and undoes it', async ({ page }) => {
  await new LoginPage(page).enter('beheerder@bouwmeester.example', 'bouwmeester')
  await page.goto('/deelnemers/groepen?nieuw=1')
  await page.getByRole('dialog').getByLabel('Naam', { exact: true }).fill('Heiploeg')
  await page.getByRole('dialog').getByRole('button', { name: 'Groep toevoegen' }).click()
  await expect(page.getByRole('heading', { name: 'Heiploeg' })).toBeVisible()

  await page.getByRole('button', { name: 'Uit een bestand' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mensen in deze groep uit een bestand' })
  const text = ['E-mail;Voornaam;Tussenvoegsel;Achternaam', 'leerling@bouwmeester.example;;;', 'fout;José;van der;Müller'].join('\r\n')
  await dialog.locator('input[type=file]').setInputFiles({ name: 'ploeg.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await expect(dialog.getByText('1 persoon komt in de groep. 1 regel klopt niet.')).toBeVisible()
  await isSound(page)
  await page.reload()
  const cell = dialog.getByLabel('E-mail van regel 3 verbeteren')
  await cell.fill('jose.ploeg@bouwmeester.example')
  // Escape takes back what was typed, and the dialog stays.
  await cell.press('Escape')
  await expect(cell).toHaveValue('fout')
  await page.setViewportSize({ width: 390, height: 844 })
  await isSound(page)
  await cell.fill('jose.ploeg@bouwmeester.example')
  await cell.press('Enter')
  await expect(dialog.getByText('2 mensen komen in de groep. 1 persoon is nieuw en wordt aan het bedrijf toegevoegd.')).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await dialog.getByLabel('Nieuwe mensen meteen een uitnodiging mailen').uncheck()
  await dialog.getByRole('button', { name: '2 mensen in de groep zetten' }).click()
  // Back on the group's page, with the people in the list.
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('grid').getByText('José van der Müller')).toBeVisible()
  await expect(page).not.toHaveURL(/import=/)

  await page.locator('.toasts').getByRole('button', { name: 'Ongedaan maken' }).click()
  await expect(page.getByRole('grid').getByText('José van der Müller')).toHaveCount(0)
  await expect(page.getByText('Nog niemand in deze groep')).toBeVisible()
  await page.getByRole('button', { name: 'Groep verwijderen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Groep verwijderen' }).click()
  await expect(page.getByText('Heiploeg is verwijderd.')).toBeVisible()
})
