import { expect, test } from '@playwright/test'
import { LoginPage } from './pages/session.js'
import { isSound } from './pages/sound.js'

test('a supervisor opens the help of a page, searches the articles on a phone, and follows the tour to one', async ({ page }) => {
  await new LoginPage(page).enter('beheerder@noordwind.example', 'noordwind')
  await page.goto('/deelnemers')
  await page.getByRole('link', { name: 'Uitleg bij deze pagina' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Deelnemers uitnodigen en beheren' })).toBeVisible()
  await isSound(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/help')
  const people = page.getByRole('region', { name: 'Deelnemers en vaardigheden' })
  await expect(people.getByRole('link', { name: 'Deelnemers uitnodigen en beheren' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Zoek in de uitleg' }).fill('QR zelf tekenen')
  await expect(people).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Deelnemers uitnodigen en beheren' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Toolboxmeetings vastleggen' })).toBeVisible()
  await isSound(page)
  await page.getByRole('link', { name: 'Toolboxmeetings vastleggen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Toolboxmeetings vastleggen' })).toBeVisible()
  await isSound(page)

  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/help')
  await page.getByRole('button', { name: 'Rondleiding' }).click()
  const step = page.getByRole('dialog', { name: 'Dashboard' })
  await page.getByRole('button', { name: 'Volgende' }).click()
  await step.getByRole('link', { name: 'Meer uitleg' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Wat je op het dashboard ziet' })).toBeVisible()
  await expect(step).toHaveCount(0)
})
