import { type Page, expect, test } from '@playwright/test'
import { LoginPage } from './pages/session.js'
import { isSound } from './pages/sound.js'

// Which values a form restores, and what it shows when somebody else saved first.

const ADMIN = 'admin@platform.example'

async function openCompany(page: Page): Promise<number> {
  const { data } = await (await page.request.get('/api/companies?search=examenhuis')).json()
  await page.goto(`/admin/bedrijven?company=${data[0].id}`)
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Plaats' })).toBeVisible()
  return data[0].id
}

/** Saves as another admin does meanwhile. */
async function saveElsewhere(page: Page, id: number, core: object): Promise<void> {
  const { csrf_token: token } = await (await page.request.get('/public/auth/csrf/')).json()
  const { data } = await (await page.request.get(`/api/companies/${id}`)).json()
  const answer = await page.request.patch(`/api/companies/${id}`, {
    headers: { 'x-csrf-token': token },
    data: { updated_at: data.updated_at, settings: { core } },
  })
  expect(answer.status()).toBe(200)
}
const drafts = (page: Page) => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')))

for (const width of [1280, 390]) {
  test(`a company’s form restores typed values after a reload and shows both sides of a stale save (${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    page.on('dialog', (dialog) => void dialog.accept())
    await new LoginPage(page).signIn(ADMIN, null)
    const id = await openCompany(page)
    const panel = page.getByRole('dialog')
    const [city, street, abbreviation] = ['Plaats', 'Straat en huisnummer', 'Afkorting'].map((name) => panel.getByRole('textbox', { name }))
    await city!.fill(`Delft ${width}`)
    await abbreviation!.fill('EX')
    await expect.poll(() => drafts(page)).toHaveLength(1)
    await page.reload()
    await expect(panel.getByText('Dit had je eerder ingevuld en nog niet opgeslagen.')).toBeVisible()
    await expect(city!).toHaveValue(`Delft ${width}`)
    await isSound(page)

    await saveElsewhere(page, id, { city: `Zeist ${width}`, street: `Laan ${width}` })
    await panel.getByRole('button', { name: 'Opslaan' }).click()
    const notice = panel.getByRole('alert').filter({ hasText: 'heeft dit intussen gewijzigd' })
    await expect(notice).toBeInViewport()
    // A field that only the other admin changed is updated. A field that both changed is a choice, and keeps one's own value until then.
    await expect(street!).toHaveValue(`Laan ${width}`)
    await expect(city!).toHaveValue(`Delft ${width}`)
    await expect(notice.getByRole('group')).toHaveCount(1)
    await isSound(page)
    await notice
      .getByRole('group', { name: 'Plaats' })
      .getByRole('radio', { name: /^Van (?!jou)/ })
      .check()
    await expect(city!).toHaveValue(`Zeist ${width}`)
    await panel.getByRole('button', { name: 'Opslaan' }).click()
    await expect(page.getByText('De wijzigingen van Examenhuis zijn opgeslagen.')).toBeVisible()
    await expect(notice).toHaveCount(0)
    expect(await drafts(page)).toEqual([])
    const { data } = await (await page.request.get(`/api/companies/${id}`)).json()
    expect(data.settings.core).toMatchObject({ city: `Zeist ${width}`, street: `Laan ${width}`, abbreviation: 'EX' })
  })
}

test('a discarded draft can be started again, and signing out deletes it', async ({ page }) => {
  page.on('dialog', (dialog) => void dialog.accept())
  await new LoginPage(page).signIn(ADMIN, null)
  await openCompany(page)
  const city = page.getByRole('dialog').getByRole('textbox', { name: 'Plaats' })
  const before = await city.inputValue()
  await city.fill('Nergens')
  await expect.poll(() => drafts(page)).toHaveLength(1)
  await page.reload()
  await page.getByRole('button', { name: 'Opnieuw beginnen' }).click()
  await expect(city).toHaveValue(before)
  await expect.poll(() => drafts(page)).toEqual([])
  await city.fill('Nergens')
  await expect.poll(() => drafts(page)).toHaveLength(1)
  await page.evaluate(() => fetch('/public/auth/logout/'))
  // Another person in the same tab sees none of it, even when the browser's storage was not cleared.
  await new LoginPage(page).signIn('mini@platform.example', null)
  await openCompany(page)
  await expect(city).toHaveValue(before)
})

test('the end of a certificate follows its kind and day, until a person changes it', async ({ page }) => {
  await new LoginPage(page).signIn('leerling@noordwind.example', 'noordwind')
  await page.goto('/deelnemer/resultaten')
  await page.getByRole('button', { name: 'Certificaat toevoegen' }).click()
  const form = page.getByRole('dialog', { name: 'Certificaat toevoegen' })
  const choose = async (kind: string) => {
    await form.getByRole('combobox', { name: 'Soort certificaat' }).click()
    await page.getByRole('option', { name: kind, exact: true }).click()
  }
  const day = (name: string) => form.getByRole('group', { name })
  const type = async (name: string, digits: string) => {
    await day(name).getByRole('spinbutton').first().click()
    await page.keyboard.type(digits)
  }
  await choose('B-VCA')
  await type('Behaald op', '15032024')
  await expect(day('Geldig tot en met')).toContainText(/15.*03.*2034/s)
  await choose('GPI (poortinstructie)')
  await expect(day('Geldig tot en met')).toContainText(/15.*03.*2025/s)
  await type('Geldig tot en met', '01122026')
  await choose('B-VCA')
  await expect(day('Geldig tot en met')).toContainText(/01.*12.*2026/s)
})
