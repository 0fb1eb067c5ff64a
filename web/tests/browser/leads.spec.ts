import { expect, test } from '@playwright/test'
import { LoginPage } from './pages/session.js'
import { isSound } from './pages/sound.js'

// A visitor leaves details in the catalogue or after a landing page, and an admin follows the lead up.

for (const width of [390, 1280]) {
  test(`a visitor keeps what they typed and sends it, and an admin follows it up (${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    const name = `Karin de Boer ${width}`

    await page.goto('/trainingen/catalogus/webflow?company=noordwind')
    await page.getByText('Werken op hoogte').first().click()
    await page.getByRole('button', { name: 'Gegevens achterlaten' }).click()
    await expect(page.getByRole('textbox', { name: 'Naam' })).toBeFocused()
    await page.keyboard.type('Karin')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Hier blijven' }).click()
    await expect(page.getByRole('textbox', { name: 'Naam' })).toHaveValue('Karin')
    await isSound(page)
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Weggaan' }).click()
    await expect(page.getByRole('textbox', { name: 'Naam' })).toHaveCount(0)

    await page.goto('/interesse?page=ore')
    await page.getByRole('button', { name: 'Versturen' }).click()
    await expect(page.getByText('Ga akkoord om verder te gaan.').first()).toBeVisible()
    await page.getByRole('textbox', { name: 'Naam' }).fill(name)
    await page.getByRole('textbox', { name: 'E-mailadres' }).fill(`karin${width}@deboer.example`)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Versturen' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Bedankt.' })).toBeFocused()

    await new LoginPage(page).enter('mini@platform.example', null)
    await page.goto('/tools/marketing/leads')
    await page.getByText(name).first().waitFor()
    await page.getByText(name).first().click()
    const owner = page.getByRole('combobox', { name: 'Opvolging door' })
    await expect(owner).toHaveText('Niemand')
    await isSound(page)
    await owner.click()
    await page.getByRole('option', { name: 'Bas Klein' }).click()
    await page.getByRole('textbox', { name: 'Volgende stap' }).fill('Terugbellen')
    await page.getByRole('button', { name: 'Opslaan' }).click()
    await expect(page.getByText('De lead is opgeslagen.')).toBeVisible()
  })
}
