import { expect, test } from '@playwright/test'
import { LoginPage } from './pages/session.js'
import { isSound } from './pages/sound.js'

// A group from nothing to gone. It gives no course: what others count stays as it is.

test('a supervisor makes a group, puts somebody in, and finds them by it', async ({ page }) => {
  await new LoginPage(page).signIn('beheerder@bouwmeester.example', 'bouwmeester')
  await page.goto('/deelnemers/groepen')
  await page.getByRole('button', { name: 'Groep toevoegen' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByLabel('Groep', { exact: true }).fill('Kraanploeg')
  await panel.getByRole('button', { name: 'Groep toevoegen' }).click()
  await expect(page.getByRole('heading', { name: 'Kraanploeg' })).toBeVisible()
  await expect(page.getByText('Nog niemand in deze groep')).toBeVisible()

  await page.getByRole('button', { name: 'Mensen toevoegen' }).click()
  await page.getByRole('combobox').fill('Mehmet')
  await page.getByRole('option', { name: /Mehmet Yılmaz/ }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').getByRole('button', { name: 'Mensen toevoegen' }).click()
  await expect(page.getByText('1 persoon', { exact: true })).toBeVisible()
  await expect(page.getByRole('grid').getByText('Mehmet Yılmaz')).toBeVisible()
  await isSound(page)

  await page.goto('/deelnemers')
  // Of many filters those that nobody uses wait behind one button.
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
