import { expect, test } from '@playwright/test'
import { inDatabase } from './pages/database.js'
import { asOperator, mailFor } from './pages/operator.js'
import { LoginPage, PASSWORD } from './pages/session.js'
import { isSound } from './pages/sound.js'

const EMAIL = 'aanmelder@elders.example'

async function isThere(): Promise<boolean> {
  let found = false
  await inDatabase(async (client) => {
    found = (await client.query('select 1 from core_users where email = $1', [EMAIL])).rows.length > 0
  })
  return found
}

test.afterAll(async () => {
  // Deletes the data, so that no other spec finds it.
  await inDatabase((client) => client.query('delete from terms_versions where number = 99'))
  // The last test deletes the account; this cleans up when a test failed before that.
  if (await isThere()) asOperator('core.erase_person', '--company', 'noordwind', '--email', EMAIL)
})

test('a person registers on a phone by the company’s link, and agrees to changed terms', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/register/demo-registration-noordwind')
  await page.getByRole('heading', { level: 1, name: 'Aanmelden bij Noordwind' }).waitFor()
  await page.getByLabel('E-mailadres').fill(EMAIL)
  // By keyboard alone: each step focuses its first field, and Enter goes on.
  const mail = await mailFor(EMAIL, 'core.mail.verify_code', async () => {
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Code van zes cijfers')).toBeFocused()
  })
  const code = /\b\d{6}\b/.exec(mail)![0]
  await page.getByLabel('Code van zes cijfers').fill(code === '000000' ? '111111' : '000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Deze code klopt niet.').first()).toBeVisible()
  // A reload opens the same step.
  await page.reload()
  await page.getByLabel('Code van zes cijfers').fill(code)
  await page.keyboard.press('Enter')

  await expect(page.getByLabel('Voornaam')).toBeFocused()
  await page.getByRole('button', { name: 'Verder', exact: true }).click()
  await expect(page.getByText('Vul een voornaam of een achternaam in.').first()).toBeVisible()
  await page.getByLabel('Voornaam').fill('Aan')
  await page.getByLabel('Achternaam').fill('Melder')
  await page.keyboard.press('Enter')
  await page.getByLabel(/Personeelsnummer/).fill('12-34')
  await isSound(page)
  await page.reload()
  await expect(page.getByLabel(/Personeelsnummer/)).toHaveValue('12-34')
  await page.getByRole('button', { name: 'Verder', exact: true }).click()
  await page.getByLabel('Wachtwoord', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Herhaal het wachtwoord').fill(PASSWORD)
  await page.getByRole('checkbox').check()
  await isSound(page)
  await page.getByRole('button', { name: 'Account maken en beginnen' }).click()
  await page.waitForURL('/deelnemer/trainingen')

  const texts = JSON.stringify({ nl: '# Nieuw\n\nWe maakten ze korter.' })
  await inDatabase((client) => client.query('insert into terms_versions (number, texts) values (99, $1)', [texts]))
  // Leave the page first: a page that notices its ended session redirects to the sign-in page and would interrupt our navigation.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await new LoginPage(page).signIn(EMAIL, 'noordwind')
  const terms = page.getByRole('dialog', { name: 'De voorwaarden zijn veranderd' })
  await expect(terms.getByText('We maakten ze korter.')).toBeVisible()
  await isSound(page)
  await terms.getByRole('button', { name: 'Ik ga akkoord' }).click()
  await expect(terms).toHaveCount(0)
  await expect(page).toHaveURL('/deelnemer/trainingen')
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // A participant sees the task tray only once they have a task, here the collection of their own data. After the deletion the sign-in page
  // says that the account is gone.
  await page.goto('/profiel')
  await page.getByRole('button', { name: 'Verzamel mijn gegevens' }).click()
  await page.getByRole('button', { name: /^Taken/ }).click()
  await expect(page.getByRole('button', { name: /^mijn-gegevens.* downloaden$/ })).toBeVisible()
  await page.keyboard.press('Escape')
  // The tray is also on the pages they open after it.
  await page.getByRole('link', { name: 'Trainingen' }).first().click()
  await expect(page).toHaveURL('/deelnemer/trainingen')
  await page.getByRole('button', { name: /^Taken/ }).click()
  await expect(page.getByRole('button', { name: /^mijn-gegevens.* downloaden$/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goBack()
  await page.getByRole('button', { name: 'Account verwijderen…' }).click()
  await page.getByRole('dialog').getByLabel('Je wachtwoord', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Je account is verwijderd.')).toBeVisible()
  // A job deletes their data everywhere; the test waits for it.
  await expect.poll(isThere).toBe(false)
})
