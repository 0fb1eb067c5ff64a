import { expect, test } from '@playwright/test'
import { LoginPage } from './pages/session.js'
import { isSound } from './pages/sound.js'

const PHONE = { width: 390, height: 844 }
/** From the dashboard to a closed meeting of a whole group. */
const MAX_PRESSES = 8

test(`a foreman holds and closes a toolbox meeting on a phone with at most ${MAX_PRESSES} presses, and a member signs by its code`, async ({
  page,
  browser,
}) => {
  let presses = 0
  const press = async (name: string | RegExp, role: 'button' | 'menuitem' = 'button') => {
    presses += 1
    await page.getByRole(role, { name }).first().click()
  }
  await page.setViewportSize(PHONE)
  await new LoginPage(page).enter('beheerder@noordwind.example', 'noordwind')
  // Ten people who are in one group.
  const { csrf_token: token } = await (await page.request.get('/public/auth/csrf/')).json()
  const { data: people } = await (await page.request.get('/api/core/people?role=leerling')).json()
  const send = (path: string, data: object) => page.request.post(path, { headers: { 'X-CSRF-Token': token }, data })
  const made = await (await send('/api/groups/groups', { kind: 'project', name: 'Ploeg van tien' })).json()
  await send(`/api/groups/groups/${made.data.id}/members`, { members: people.slice(0, 10).map(({ id }: { id: number }) => id) })

  await page.goto('/toolboxmeetings')
  await expect(page.getByRole('heading', { level: 1, name: 'Toolboxmeetings' })).toBeVisible()
  await expect(page.getByText('Bijna-ongevallen melden').first()).toBeVisible()
  await page.goto('/dashboard')
  await press('Snel toevoegen')
  await press('Toolboxmeeting starten', 'menuitem')
  // A different topic than the one the next test looks for in the demo.
  await press('Tillen')
  await press('Ploeg van tien (10)')
  await isSound(page)
  await press('Meeting starten')
  await expect(page.getByText('0 van 10 aanwezig')).toBeVisible()
  await isSound(page)

  // Meanwhile a member scans the code. A visitor is asked to sign in first.
  const link = new URL((await page.getByRole('link', { name: /\/toolbox\// }).getAttribute('href'))!).pathname
  const own = await browser.newPage({ viewport: PHONE })
  await own.goto(link)
  await expect(own.getByRole('button', { name: 'Inloggen' })).toBeVisible()
  await isSound(own)
  await new LoginPage(own).enter('leerling@noordwind.example', 'noordwind')
  await own.goto(link)
  await own.getByRole('button', { name: 'Ik ben erbij' }).click()
  await expect(own.getByText('Je staat op de lijst.')).toBeVisible()
  await isSound(own)
  await expect(page.getByText('Zelf getekend')).toBeVisible()

  await press('Iedereen aanwezig')
  await expect(page.getByRole('button', { name: 'Iedereen aanwezig' })).toHaveCount(0)
  await press('Meeting afsluiten')
  await press('Afsluiten')
  await expect(page.getByText(/^Afgesloten op /)).toBeVisible()
  await isSound(page)
  expect(presses).toBeLessThanOrEqual(MAX_PRESSES)
  await own.close()
})

test('the register shows each person’s status on a desktop, and a correction stays visible', async ({ page }) => {
  await new LoginPage(page).enter('beheerder@noordwind.example', 'noordwind')
  await page.goto('/toolboxmeetings/personen')
  await expect(page.getByText(/^Norm per jaar: 3 van de 4 meetings/)).toBeVisible()
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await page.goto('/toolboxmeetings')
  await page.getByRole('gridcell', { name: 'Handgereedschap' }).click()
  await expect(page.getByText('Stond wel op de presentielijst')).toBeVisible()
  await page.getByRole('button', { name: 'Aanwezigheid corrigeren' }).click()
  await expect(page.getByRole('button', { name: 'Corrigeren', exact: true })).toBeVisible()
  await isSound(page)
})
