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

test('on a phone the skipped rows of a file are compact, and the quick actions are not cut', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await new LoginPage(page).enter('beheerder@bouwmeester.example', 'bouwmeester')
  await page.goto('/deelnemers/groepen/importeren')
  const text = ['e-mail;groep', 'niemand@nergens.example;Nergens', 'niemand@nergens.example;Ook nergens'].join('\r\n')
  await page.locator('input[type=file]').setInputFiles({ name: 'groepen.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  const first = page.getByRole('listitem').filter({ hasText: 'Rij 2' })
  await expect(first).toContainText('Niemand met dit e-mailadres')
  // Three lines of text without gaps between them.
  expect((await first.boundingBox())!.height).toBeLessThan(90)
  await isSound(page)
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
    ['Groep', 'Ploeg'],
  ] as const) {
    await page.getByRole('combobox', { name: field }).click()
    await page.getByRole('option', { name: column }).click()
  }
  await expect(page.getByRole('listitem').filter({ hasText: 'Rij 2' })).toContainText('Niemand met dit e-mailadres')
  await isSound(page)
})

test('a supervisor lets a file create missing groups', async ({ page }) => {
  await new LoginPage(page).enter('beheerder@bouwmeester.example', 'bouwmeester')
  await page.goto('/deelnemers/groepen/importeren')
  const text = ['e-mail;groep', 'leerling@bouwmeester.example;Ploeg Maas', 'beheerder@bouwmeester.example;ploeg maas'].join('\r\n')
  await page.locator('input[type=file]').setInputFiles({ name: 'groepen.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await expect(page.getByText('Deze groep uit het bestand bestaat nog niet: Ploeg Maas.')).toBeVisible()
  await expect(page.getByRole('button', { name: /overnemen$/ })).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Deze groep maken' }).check()
  await page.getByRole('combobox', { name: 'Soort' }).click()
  await page.getByRole('option', { name: 'Project' }).click()
  await expect(page.getByText('Er komt 1 groep bij.')).toBeVisible()
  await isSound(page)
  await page.getByRole('button', { name: '2 rijen overnemen' }).click()
  await expect(page.getByText('Er is 1 groep bijgekomen.')).toBeVisible()

  await page.goto('/deelnemers/groepen')
  const row = page.getByRole('row').filter({ hasText: 'Ploeg Maas' })
  await expect(row).toContainText('Project')
  await row.getByText('Ploeg Maas').click()
  await page.getByRole('button', { name: 'Groep verwijderen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Groep verwijderen' }).click()
  await expect(page.getByText('Ploeg Maas is verwijderd.')).toBeVisible()
})
