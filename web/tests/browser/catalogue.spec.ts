import { expect, test } from '@playwright/test'
import { LoginPage } from './pages/session.js'
import { isSound } from './pages/sound.js'

// Finding courses by search and by link, the public page, and the dates and places of exams. These tests change no data.

test('a supervisor finds a course despite a typo, its exams, and the exams of a month', async ({ page }) => {
  await new LoginPage(page).enter('beheerder@bouwmeester.example', 'bouwmeester')
  await page.goto('/trainingen/catalogus')
  // The number of courses is shown once.
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByText(/^\d+ trainingen$/)).toHaveCount(1)
  await expect(page.getByText(/^\d+ resultaten$/)).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Zoek een training' }).fill('werken op hogte')
  await expect(page.getByRole('article')).toHaveCount(1)
  await isSound(page)
  await page.getByRole('link', { name: 'Werken op hoogte' }).click()
  const popup = page.getByRole('dialog', { name: 'Werken op hoogte' })
  await expect(popup.getByText('Eerstvolgende examens')).toBeVisible()
  await expect(popup.getByRole('link', { name: 'Toewijzen aan deelnemers' })).toBeVisible()
  await isSound(page)
  // The address also opens the popup, and closing it keeps the search.
  await page.reload()
  await popup.getByRole('button', { name: 'Sluiten' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)

  await page.goto('/exams/momenten?weergave=kalender')
  await page.getByRole('button', { name: 'Volgende maand' }).click()
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
  await isSound(page)
})

test('a visitor sees the public catalogue and can join a waiting list', async ({ page }) => {
  await page.goto('/trainingen/catalogus/webflow/construction?company=noordwind')
  await expect(page.getByRole('heading', { name: 'Bouw en infra' })).toBeVisible()
  await expect(page.getByRole('article')).not.toHaveCount(0)
  await page.getByRole('link', { name: 'Werken op hoogte' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Boeken of contact' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Op de wachtlijst' }).click()
  await expect(page.getByRole('dialog', { name: 'Op de wachtlijst' }).getByLabel('E-mailadres')).toBeVisible()
  await isSound(page)
})
