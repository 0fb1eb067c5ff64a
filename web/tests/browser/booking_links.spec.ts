import { expect, type Page, test } from '@playwright/test'
import { mailFor } from './pages/operator.js'
import { LoginPage, PASSWORD, ProfileMenu } from './pages/session.js'
import { isSound } from './pages/sound.js'

// From a link that an admin makes to a booking that a stranger pays on a phone.

test.describe.configure({ mode: 'serial' })

const EMAIL = 'gelinkt@elders.example'
const COURSE = 'Werken op hoogte'
let address = ''

/** Counts the presses on every page that this browser page shows. */
async function countPresses(page: Page): Promise<() => number> {
  let presses = 0
  await page.exposeFunction('countPress', () => void (presses += 1))
  const count = () =>
    document.addEventListener('pointerdown', () => void (window as unknown as { countPress: () => void }).countPress(), { capture: true })
  await page.addInitScript(count)
  await page.evaluate(count)
  return () => presses
}

test('an admin makes a link in eight clicks', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await new LoginPage(page).enter('admin@platform.example', null)
  await page.goto('/dashboard')
  await new ProfileMenu(page).opener().click()
  await page.getByRole('list', { name: 'Tools' }).getByRole('link', { name: 'Boekingslinks' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Boekingslinks' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Nieuwsbrief najaar/ }).first()).toBeVisible()

  const pressed = await countPresses(page)
  await page.getByRole('link', { name: 'Link maken' }).click()
  // The first field of the form has the focus.
  await expect(page.getByLabel('Campagne')).toBeFocused()
  await page.keyboard.type('Actie op de telefoon')
  await page.getByRole('combobox', { name: 'Bedrijf' }).click()
  await page.getByRole('option', { name: 'Noordwind' }).click()
  await page.getByRole('combobox', { name: 'Trainingen' }).click()
  await page.getByRole('option', { name: COURSE }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Link bewaren' }).click()
  await page.getByRole('button', { name: 'Adres kopiëren' }).click()
  await expect(page.getByText('Gekopieerd').first()).toBeVisible()
  expect(pressed()).toBeGreaterThan(5)
  expect(pressed()).toBeLessThanOrEqual(8)
  address = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(address).pathname).toMatch(/^\/b\/[\w-]{24}$/)
  await isSound(page)

  // The price of a booking through this link, stored on the server.
  await page.getByRole('tab', { name: 'Wijzigen' }).click()
  await page.getByRole('combobox', { name: 'Soort boeking' }).click()
  await page.getByRole('option', { name: 'E-learning', exact: true }).click()
  await page.getByRole('combobox', { name: 'Prijs' }).click()
  await page.getByRole('option', { name: 'Afgesproken prijs' }).click()
  await page.getByLabel('Prijs per deelnemer in euro').fill('12,50')
  await isSound(page)
  await page.getByRole('button', { name: 'Link bewaren' }).click()
  await expect(page.getByText('€ 12,50 per deelnemer, zonder btw')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'QR om te printen (PDF)' }).click()
  expect((await download).suggestedFilename()).toBe('Actie op de telefoon.pdf')

  // Several links in one batch, each for one booking.
  await page.getByRole('button', { name: 'Meer acties' }).click()
  await page.getByRole('menuitem', { name: 'Veel links tegelijk' }).click()
  await page.getByLabel('Aantal links').fill('3')
  await isSound(page)
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Links maken' }).click()
  expect((await file).suggestedFilename()).toBe('Actie op de telefoon.csv')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a stranger follows it on a phone to a paid booking', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const pressed = await countPresses(page)
  const next = page.getByRole('button', { name: 'Verder', exact: true })
  await page.goto(`${address}?prijs=1`)
  await expect(page.getByRole('heading', { level: 1, name: 'Boek bij Noordwind' })).toBeVisible()
  await expect(page).toHaveURL(/\/boeken\/[\w-]{24}$/)
  await expect(page.getByText(COURSE)).toBeVisible()
  await page.getByLabel('E-mailadres').fill(EMAIL)
  const mail = await mailFor(EMAIL, 'core.mail.verify_code', async () => {
    await next.click()
    await expect(page.getByLabel('Code van zes cijfers')).toBeFocused()
  })
  await page.getByLabel('Code van zes cijfers').fill(/\b\d{6}\b/.exec(mail)![0])
  await next.click()
  await page.getByLabel('Voornaam').fill('Ge')
  await page.getByLabel('Achternaam').fill('Linkt')
  await next.click()
  await page.getByLabel(/Personeelsnummer/).fill('12-34')
  await next.click()
  await page.getByLabel('Wachtwoord', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Herhaal het wachtwoord').fill(PASSWORD)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Account maken en beginnen' }).click()

  // Back at the link and on to the wizard, with course and type filled in.
  await page.waitForURL('/intern/booking')
  await expect(page.getByRole('heading', { level: 2, name: 'Controle' })).toBeVisible()
  await expect(page.getByText(COURSE).first()).toBeVisible()
  await isSound(page)
  await next.click()
  await page.getByRole('radio', { name: /^Met kaart/ }).check()
  // The payer's data is filled in: there is nothing to type.
  for (const field of ['Bedrijfsnaam', 'Contactpersoon', 'Straat en huisnummer', 'Postcode', 'Plaats'])
    await expect(page.getByLabel(field, { exact: true })).not.toHaveValue('')
  await page.getByText('Bekijk kosten').click()
  await expect(page.getByText('Prijs van je link: € 36,50 voordeel, zonder btw.')).toBeVisible()
  await isSound(page)
  await page.getByRole('button', { name: 'Boeken en betalen' }).click()
  await page.getByRole('button', { name: 'Betalen', exact: true }).click()
  await expect(page.getByText('Betaald', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(COURSE) })).toBeVisible()
  await expect(page.getByText('Met kaart')).toBeVisible()
  // Ten for somebody without an account: six to register, four to book and pay. One more looked at the costs.
  expect(pressed()).toBe(11)
})

test('the admin sees its results and turns it off, and a visitor is told so', async ({ page, browser }) => {
  await new LoginPage(page).enter('mini@platform.example', null)
  await page.goto('/tools/bookinglink?search=telefoon')
  // Excludes the links of the batch: their names end in a number.
  const row = page.getByRole('row', { name: /Actie op de telefoon(?! \d)/ })
  // Visits, started, booked, paid, passed.
  await expect(row).toContainText(/1.*1.*1.*1.*0/)
  await row.getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Link uitzetten' }).click()
  await expect(row).toContainText('Uit')
  const visitor = await browser.newPage()
  await visitor.goto(address)
  await expect(visitor.getByRole('heading', { level: 1, name: 'Deze link staat uit' })).toBeVisible()
  await expect(visitor.getByText('Code: link_off')).toBeVisible()
  await isSound(visitor)
  await visitor.close()
})

test('supervisors and participants do not see the tools', async ({ page }) => {
  await new LoginPage(page).enter('beheerder@noordwind.example', 'noordwind')
  await page.goto('/tools/bookinglink')
  await expect(page.getByRole('heading', { level: 1, name: 'Boekingslinks' })).toHaveCount(0)
  await page.goto('/dashboard')
  await new ProfileMenu(page).opener().click()
  await expect(page.getByRole('link', { name: 'Boekingslinks' })).toHaveCount(0)
})
