import { expect, test } from '@playwright/test'
import { LoginPage } from './pages/session.js'
import { isSound } from './pages/sound.js'
import { nextFrame } from './pages/time.js'

// From a number to its rows, and a report from creation to deletion. Leaves no data behind.

test('a supervisor follows a number to its people, arranges the dashboard and builds a report', async ({ page }) => {
  await new LoginPage(page).enter('beheerder@bouwmeester.example', 'bouwmeester')
  await page.goto('/dashboard')
  const attention = page.getByRole('region', { name: 'Vraagt aandacht' })
  const tile = attention.getByRole('link').first()
  const count = Number(/^\d+/.exec((await tile.innerText()).trim())![0])
  await tile.click()
  await page.waitForURL(/\/deelnemers\?/)
  await expect(page.getByText(`1–${count} van ${count}`)).toBeVisible()

  // On every phone width, two numbers are side by side when their words fit, and nothing overflows horizontally.
  await page.goto('/dashboard')
  const numbers = page.locator('a[href*="/reports/bekijken?kpi="]')
  for (const [width, beside] of [
    [390, true],
    [360, true],
    [320, false],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect(numbers).toHaveCount(4)
    // The numbers load before the content above them, and are shown after it.
    await expect(numbers.last()).toBeVisible()
    const [first, second] = [(await numbers.nth(0).boundingBox())!, (await numbers.nth(1).boundingBox())!]
    expect([first.y === second.y, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([beside, width])
  }
  await page.setViewportSize({ width: 1280, height: 900 })

  // By keyboard alone; the arrangement is saved.
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Indelen' }).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Indelen' })
  await panel.getByRole('button', { name: 'Recente acties omhoog' }).focus()
  // Each change is saved separately: the response to the first does not answer the second. Data that is read while a change is in flight is
  // outdated and must not revert it.
  let arrived = () => {}
  const onItsWay = new Promise<void>((resolve) => (arrived = resolve))
  await page.route('**/api/reports/dashboard', async (route) => {
    if (route.request().method() === 'PUT') await onItsWay
    await route.continue()
  })
  const moved = page.waitForResponse(
    (response) => response.url().endsWith('/api/reports/dashboard') && response.request().method() === 'PUT',
  )
  const order = panel.getByRole('list')
  const before = await order.innerText()
  await page.keyboard.press('Enter')
  await expect.poll(() => order.innerText()).not.toBe(before)
  const now = await order.innerText()
  const group = async (name: string | RegExp) => {
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Groep' }).click()
    await page.getByRole('option', { name }).first().click()
    await page.getByRole('button', { name: 'Indelen' }).click()
  }
  const read = page.waitForResponse((response) => /api\/reports\/dashboard\?.*group/.test(response.url()))
  await group(/^(?!Alle)/)
  await (await read).finished()
  await nextFrame(page)
  expect(await order.innerText()).toBe(now)
  arrived()
  await moved
  await page.unroute('**/api/reports/dashboard')
  await group('Alle')
  expect(await order.innerText()).toBe(now)
  await panel.getByRole('switch', { name: 'Ingeschreven en geslaagd' }).focus()
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/api/reports/dashboard') && response.request().method() === 'PUT',
  )
  await page.keyboard.press('Space')
  await saved
  await isSound(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Recente acties' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Ingeschreven en geslaagd' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Indelen' }).click()
  await panel.getByRole('button', { name: 'Terug naar standaard' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Ingeschreven en geslaagd' })).toBeVisible()

  await page.goto('/reports/bekijken')
  await page.getByRole('link', { name: 'Rapport maken' }).click()
  await page.getByRole('button', { name: 'Filter toevoegen' }).click()
  await page.getByRole('combobox', { name: 'Waarde', exact: true }).click()
  await page.getByRole('option', { name: 'Geslaagd', exact: true }).click()
  await page.keyboard.press('Escape')
  const result = page.getByRole('region', { name: 'Voorbeeld' })
  await expect(result.getByRole('cell', { name: 'Niet gestart' })).toHaveCount(0)
  const rows = Number(/^\d+/.exec(await result.getByRole('status').innerText())![0])
  await page.getByRole('combobox', { name: 'Tel per' }).click()
  await page.getByRole('option', { name: 'Training', exact: true }).click()
  await expect(result.getByRole('status')).toContainText(`${rows} regels in`)
  await isSound(page)
  await page.getByLabel('Naam van het rapport').fill('Geslaagd per training')
  await page.getByRole('button', { name: 'Bewaren' }).click()
  await expect(page.getByRole('heading', { name: 'Geslaagd per training', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Geslaagd per training' }), 'the picture is called by what it counts').toHaveCount(1)
  await expect(page.getByText(`${rows} regels in`)).toBeVisible()
  await isSound(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Downloaden' }).click()
  await page.getByRole('menuitem', { name: 'Excel' }).click()
  expect((await download).suggestedFilename()).toBe('Geslaagd per training.xlsx')
  await page.getByRole('button', { name: 'Meer over Geslaagd per training' }).click()
  await page.getByRole('menuitem', { name: 'Verwijderen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Verwijderen' }).click()
  await expect(page.getByRole('heading', { name: 'Rapporten' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Geslaagd per maand' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Geslaagd per training' })).toHaveCount(0)
})
