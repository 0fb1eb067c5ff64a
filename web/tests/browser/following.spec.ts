import { expect, test } from '@playwright/test'
import { LoginPage } from './pages/session.js'

// A supervisor assigns a course, follows it and acts on it, using only the controls of the page.

const COURSE = 'Introductie offshore wind'

test.describe.configure({ mode: 'serial' })
test.beforeEach(async ({ page }) => {
  await new LoginPage(page).signIn('beheerder@bouwmeester.example', 'bouwmeester')
})

test('a supervisor assigns a course to two people with a due date and sees them in the list', async ({ page }) => {
  await page.goto('/deelnemers?role=leerling&status=active')
  const rows = page.getByRole('grid').getByRole('row')
  await expect(rows.nth(2)).toBeVisible()
  const names: string[] = []
  for (const index of [1, 2]) {
    names.push(await rows.nth(index).getByRole('gridcell').nth(1).innerText())
    await rows.nth(index).getByRole('checkbox').check()
  }
  const before = await rows.nth(1).innerText()
  await page.getByRole('button', { name: 'Training toewijzen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Training toewijzen' })
  await dialog.getByRole('combobox', { name: 'Trainingen' }).fill('offshore')
  await page.getByRole('option', { name: COURSE }).click()
  await page.keyboard.press('Escape')
  const day = new Date(Date.now() + 10 * 86_400_000)
  await dialog.getByRole('spinbutton').first().click()
  await page.keyboard.type(
    `${String(day.getDate()).padStart(2, '0')}${String(day.getMonth() + 1).padStart(2, '0')}${String(day.getFullYear())}`,
  )
  await dialog.getByRole('button', { name: 'Toewijzen aan 2 deelnemers' }).click()
  await expect(dialog).toBeHidden()
  // The pressed button disappears with the selection, so the focus moves to the list and a keyboard user can go on from there.
  await expect(page.getByRole('search', { name: 'Deelnemers' })).toBeFocused()
  // The list updates without a reload once the task is done.
  await expect.poll(() => rows.nth(1).innerText()).not.toBe(before)

  await page.goto('/totaal')
  for (const name of names) {
    const cell = page.getByRole('link', { name: new RegExp(`^${name}, ${COURSE}: `) })
    // The task may still be running.
    await expect(async () => {
      await page.reload()
      await expect(page.getByRole('grid')).toBeVisible()
      await expect(cell).toBeVisible()
    }).toPass()
  }

  // One Tab into the matrix, then arrow keys: down to the second person, right to their cells.
  await page.getByRole('grid').getByRole('link').first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('grid').locator('tbody tr').nth(1).getByRole('link').first()).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  const place = () => page.evaluate(() => document.activeElement?.closest('[aria-colindex]')?.getAttribute('aria-colindex'))
  await expect.poll(place).toBe('2')

  await page.getByRole('link', { name: new RegExp(`^${names[0]!}, ${COURSE}: `) }).click()
  await expect(page.getByRole('heading', { level: 1, name: names[0]! })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Geschiedenis' })).toBeVisible()
  await page.getByRole('button', { name: 'Verlengen met 14 dagen' }).click()
  const extend = page.getByRole('dialog', { name: 'Training verlengen?' })
  await extend.getByRole('textbox', { name: /^Reden/ }).fill('Was twee weken ziek')
  await extend.getByRole('button', { name: 'Verlengen met 14 dagen' }).click()
  await expect(page.getByText('Reden: Was twee weken ziek')).toBeVisible()
  await expect(page.getByText('Verlengd', { exact: true })).toBeVisible()
})

test('a person who failed gets another attempt', async ({ page }) => {
  await page.goto('/totaal?state=failed')
  await page.getByRole('grid').locator('tbody td').getByRole('link').first().click()
  await expect(page.getByText('Niet geslaagd').first()).toBeVisible()
  await page.getByRole('link', { name: 'Poging 1' }).first().click()
  await expect(page.getByText('Gegeven antwoord').first()).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: /^Extra poging geven voor/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Extra poging geven' }).click()
  await expect(page.getByText('Extra poging gegeven')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Extra poging geven voor/ })).toHaveCount(0)
})
