import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { LoginPage } from './pages/session.js'
import { isSound } from './pages/sound.js'

// Bulk operations on selected rows beyond the list's own actions, and the result shown for each row.

test('a supervisor downloads selected people as a file and reads the result of a bulk action for each', async ({ page }) => {
  await new LoginPage(page).enter('beheerder@noordwind.example', 'noordwind')
  await page.goto('/deelnemers?role=leerling&status=active')
  const rows = page
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
  for (const index of [0, 1]) await rows.nth(index).getByRole('checkbox').check()
  const bar = page.getByRole('toolbar', { name: 'Selectie' })
  await isSound(page)
  await bar.getByRole('button', { name: 'Exporteren' }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV-bestand' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe('deelnemers.csv')
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  // Downloading a file changes nothing, so the selection stays.
  await expect(bar.getByRole('status')).toHaveText('2 geselecteerd')

  // Activating people who are already active changes nothing that another test could notice.
  await bar.getByRole('button', { name: 'Activeren', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Activeren' }).click()
  await expect(page.locator('.toasts').getByText(/klaar, niets gewijzigd, 2 waren al zo\./)).toBeVisible()
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Taken/ })
    .click()
  const line = page.getByRole('dialog', { name: 'Taken' }).getByRole('listitem').first()
  await line.getByRole('button', { name: 'Toon resultaten' }).click()
  const results = line.getByRole('listitem')
  await expect(results).toHaveCount(2)
  for (const named of lines.slice(1)) {
    const [first, last] = named.split(';')
    await expect(results.filter({ hasText: `${first} ${last}` })).toHaveText(/Was al zo$/)
  }
  await isSound(page)
})

test('a row of the previous list, selected while a search is loading, is not selected among its results', async ({ page }) => {
  await new LoginPage(page).enter('beheerder@noordwind.example', 'noordwind')
  await page.goto('/deelnemers?role=leerling')
  const grid = page.getByRole('grid')
  await expect(grid.getByText('Daan Bakker')).toBeVisible()
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/participants\?.*search=Sanne/, async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest(/participants\?.*search=Sanne/)
  await page.getByRole('searchbox').or(page.getByPlaceholder('Zoek op naam of e-mailadres')).first().fill('Sanne')
  await asked
  // By keyboard: the overlay of the loading grid takes the pointer's clicks.
  await grid.getByRole('row').filter({ hasText: 'Daan Bakker' }).getByRole('checkbox').press('Space')
  const bar = page.getByRole('toolbar', { name: 'Selectie' })
  await expect(bar.getByRole('status')).toHaveText('1 geselecteerd')
  answer()
  await expect(grid.getByText('Sanne de Vries')).toBeVisible()
  await expect(bar).toHaveCount(0)
})
