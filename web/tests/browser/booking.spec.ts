import { expect, test } from '@playwright/test'
import { LoginPage } from './pages/session.js'
import { isSound } from './pages/sound.js'

// From "we need this exam" to a bill, and back: in a company whose bookings nobody else counts. Only an exam: no course of anybody changes.

test('a supervisor books an exam, goes on after the laptop was closed, and cancels it', async ({ page }) => {
  await new LoginPage(page).signIn('beheerder@bouwmeester.example', 'bouwmeester')
  await page.getByRole('button', { name: 'Snel toevoegen' }).click()
  await page.getByRole('menuitem', { name: 'Training of examen boeken' }).click()
  await page.getByRole('button', { name: 'Opnieuw beginnen' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('gaat verloren')
  await page.getByRole('button', { name: 'Wissen en opnieuw beginnen' }).click()
  const next = page.getByRole('button', { name: 'Verder' })
  await page.getByRole('radio', { name: /Alle trainingen/ }).check()
  await next.click()
  await page.getByRole('radio', { name: /Toolbox tillen/ }).check()
  await next.click()
  await page.getByRole('radio', { name: /^Examen/ }).check()
  await next.click()
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
  await page.getByLabel(/Bijzonderheden/).fill('Graag vooraan.')
  // Kept on the server a moment after the last letter.
  await page.waitForResponse((answer) => answer.url().endsWith('/api/booking/draft') && answer.request().method() === 'PUT')
  await page.reload()
  await expect(page.getByLabel(/Bijzonderheden/)).toHaveValue('Graag vooraan.')
  await next.click()
  await expect(page.getByText('Graag vooraan.')).toBeVisible()
  await next.click()
  await page.getByRole('radio', { name: 'Op factuur' }).check()
  await page.getByRole('button', { name: 'Boeking plaatsen' }).click()

  await expect(page.getByRole('heading', { level: 1, name: /^B\d{6} · Toolbox tillen/ })).toBeVisible()
  await expect(page.getByText('Mehmet Yılmaz')).toBeVisible()
  await isSound(page)
  await page.getByRole('button', { name: 'Examen annuleren' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('Dit kost niets.')
  await question.getByRole('button', { name: 'Examen annuleren' }).click()
  await expect(page.getByText('Geannuleerd').first()).toBeVisible()

  await page.goto('/administratie?tab=invoices.invoices')
  const rows = page.getByRole('grid')
  await expect(rows.getByText('Creditnota').first()).toBeVisible()
  await expect(rows.getByText('-€ 235,95').or(rows.getByText('€ -235,95')).first()).toBeVisible()
})
