import { expect, test } from '@playwright/test'
import { mailFor } from './pages/operator.js'
import { LoginPage, PASSWORD } from './pages/session.js'
import { isSound } from './pages/sound.js'

test('a forgotten password is reset with a code from the mail, on a phone too', async ({ page }) => {
  const email = 'beheerder@bouwmeester.example'
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  const login = new LoginPage(page)
  await login.open('bouwmeester')
  await login.email().fill(email)
  await login.email().press('Enter')
  await page.getByRole('button', { name: 'Wachtwoord vergeten?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nieuw wachtwoord instellen' })
  await expect(dialog.getByLabel('E-mailadres')).toHaveValue(email)
  await isSound(page)
  const mail = await mailFor(email, 'core.mail.reset_code', async () => {
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('De code is onderweg.')).toBeVisible()
  })
  // The sign-in page stays small: it does not load the code of the pages behind the sign-in.
  expect(loaded.filter((url) => /\/assets\/app-/.test(url))).toEqual([])

  const code = /\b\d{6}\b/.exec(mail)![0]
  await dialog.getByLabel('Code van zes cijfers').fill(code === '000000' ? '111111' : '000000')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Deze code klopt niet.')).toBeVisible()
  await isSound(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await isSound(page)
  await dialog.getByLabel('Code van zes cijfers').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Nieuw wachtwoord').fill(PASSWORD)
  await dialog.getByLabel('Herhaal het wachtwoord').fill('iets anders')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('De wachtwoorden zijn niet gelijk.')).toBeVisible()
  await isSound(page)
  await dialog.getByLabel('Herhaal het wachtwoord').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL('/dashboard')
})

test('an invited person creates their account from the mail and is signed in', async ({ page, browser }) => {
  const email = 'nieuw@noordwind.example'
  await new LoginPage(page).open('noordwind')
  await page.getByLabel('E-mailadres').fill(email)
  // The demo sent them an invitation too.
  const mail = await mailFor(email, 'core.mail.invitation', async () => {
    await page.getByLabel('E-mailadres').press('Enter')
    await expect(page.getByText(/Je uitnodiging staat nog open/)).toBeVisible()
  })
  const link = /https?:\/\/\S+\/invite\?token=[\w-]+/.exec(mail)![0]

  await page.goto(link)
  await page.getByRole('heading', { level: 1, name: 'Je bent uitgenodigd door Noordwind' }).waitFor()
  await isSound(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await isSound(page)
  await expect(page.getByLabel('Voornaam')).toHaveValue('Milan')
  await page.getByLabel('Wachtwoord', { exact: true }).fill('kort')
  await page.getByRole('button', { name: 'Account maken en beginnen' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Gebruik minstens 8 tekens.' }).first()).toBeVisible()
  await isSound(page)
  // Typed values survive a reload, except the password, which is typed again.
  await page.getByLabel('Voornaam').fill('Milan Jan')
  await page.reload()
  await expect(page.getByLabel('Voornaam')).toHaveValue('Milan Jan')
  await page.getByLabel('Wachtwoord', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Herhaal het wachtwoord').fill(PASSWORD)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Account maken en beginnen' }).click()
  await page.waitForURL('/deelnemer/trainingen')

  // On another device: this one is signed in and would go on without asking.
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(link)
  await visitor.getByRole('heading', { level: 1, name: 'Deze uitnodiging is al gebruikt' }).waitFor()
  await isSound(visitor)
  await new LoginPage(visitor).signIn(email, 'noordwind')
  await visitor.context().close()
})
