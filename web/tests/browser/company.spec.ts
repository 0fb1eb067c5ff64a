import { expect, test } from '@playwright/test'
import { LoginPage } from './pages/session.js'
import { isSound } from './pages/sound.js'

// A supervisor's own company, and an admin who looks at it as they see it. What is changed is put back.

test('a supervisor changes their company, sees its colours judged, and finds what they administer', async ({ page }) => {
  await new LoginPage(page).signIn('beheerder@bouwmeester.example', 'bouwmeester')
  await page.goto('/admin/bedrijven/profiel?id=0')
  const color = page.locator('input[name="core.secondary_color"]')
  const before = await color.inputValue()
  await color.fill('#FFF200')
  await expect(page.getByText(/Tweede kleur op wit: contrast 1,2 : 1\. Te licht om te lezen/)).toBeVisible()
  await isSound(page)
  // What was typed is there after the page was loaded anew.
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(color).toHaveValue('#FFF200')
  await page.getByLabel('Plaats').fill('')
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await expect(page.getByLabel('Plaats')).toBeFocused()
  // Not behind the bar with the button that was pressed.
  const [field, bar] = [await page.getByLabel('Plaats').boundingBox(), await page.getByRole('button', { name: 'Opslaan' }).boundingBox()]
  expect(field!.y + field!.height).toBeLessThanOrEqual(bar!.y)
  await page.getByLabel('Plaats').fill('Utrecht')
  await color.fill(before)
  await page.getByLabel('Land').fill('Nederland (NL)')
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await expect(page.getByText('De wijzigingen van Bouwmeester zijn opgeslagen.')).toBeVisible()
  await page.getByRole('tab', { name: 'Instellingen' }).click()
  await expect(page.getByRole('heading', { name: 'Vastgelegd door het platform' })).toBeVisible()
  // Only who gives exams is asked under which terms.
  await expect(page.getByRole('heading', { name: 'Examens' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Examens', exact: true })).toHaveCount(0)
  await isSound(page)
  await page.goto('/administratie')
  await page.getByRole('tab', { name: 'Projecten' }).click()
  await expect(page).toHaveURL(/tab=direct_access\.projects/)
  await isSound(page)
})

test('an admin sees the site as a company sees it, reads only, and is told what a plugin stops', async ({ page }) => {
  await new LoginPage(page).signIn('admin@platform.example', null)
  await page.goto('/admin/bedrijven')
  await page.getByRole('grid').getByText('Bouwmeester', { exact: true }).click()
  await page.getByRole('link', { name: 'Alle gegevens en instellingen' }).click()
  await page.getByRole('tab', { name: 'Onderdelen' }).click()
  await page.getByRole('switch', { name: 'Groepen' }).click()
  await page.getByRole('button', { name: 'Bekijk wat er gebeurt' }).click()
  await expect(page.getByRole('dialog')).toContainText('Groepen gaat uit')
  await isSound(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Annuleren' }).click()

  await page.getByRole('button', { name: 'Bekijk als dit bedrijf' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Meekijken' }).click()
  const bar = page.getByRole('region', { name: 'Meekijken met een bedrijf' })
  await expect(bar).toContainText('Je ziet het platform zoals Bouwmeester het ziet. Je kunt alleen lezen.')
  await isSound(page)
  await page.goto('/deelnemers/groepen')
  await page.getByRole('button', { name: 'Groep toevoegen' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByLabel('Groep', { exact: true }).fill('Van een bezoeker')
  await panel.getByRole('button', { name: 'Groep toevoegen' }).click()
  await expect(panel.getByText('Je kijkt mee en kunt alleen lezen.', { exact: false })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto('about:blank')
  await page.goto('/dashboard')
  await bar.getByRole('button', { name: 'Stoppen' }).click()
  await expect(page).toHaveURL(/\/admin\/bedrijven\/profiel\?id=\d+$/)
  await expect(page.getByRole('heading', { name: 'Bouwmeester', level: 1 })).toBeVisible()
  await expect(bar).toHaveCount(0)
})
