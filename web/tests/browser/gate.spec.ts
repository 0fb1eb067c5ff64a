import { expect, test } from '@playwright/test'
import { LoginPage, PASSWORD } from './pages/session.js'
import { isSound } from './pages/sound.js'

const PHONE = { width: 390, height: 844 }

test('direct access on a phone asks for the code and the pass, and returns there after sign-in', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/toegang/demo-workforce-noordwind')
  await expect(page).toHaveURL('/error/direct-access-closed')
  await expect(page.getByRole('heading', { name: 'Directe toegang is gesloten' })).toBeVisible()

  await page.goto('/toegang/demo-construction-pass-noordwind')
  await page.getByLabel('Code').fill('verkeerd')
  await page.getByLabel('Nummer van je bouwpas').fill('4471 902')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Deze code klopt niet/).first()).toBeVisible()
  await isSound(page)
  await page.getByLabel('Code').fill('bouwpas 26')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('E-mailadres')).toBeVisible()
  // The typed values survive a reload.
  await page.reload()
  await expect(page.getByLabel('E-mailadres')).toBeVisible()
  await isSound(page)
  await page.getByRole('button', { name: 'Inloggen' }).click()
  await page.waitForURL('/login/noordwind')
  await page.getByLabel('E-mailadres').fill('beheerder@noordwind.example')
  await page.keyboard.press('Enter')
  await page.getByLabel('Wachtwoord', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL('/toegang/demo-construction-pass-noordwind')
  await expect(page.getByRole('heading', { name: 'Dit is voor deelnemers' })).toBeVisible()
  await isSound(page)
})

test('the gate: a list on a phone, its poster, and the proof that a person shows', async ({ page }) => {
  await page.goto('/bewijs/demo-visit-noordwind-0')
  await expect(page.getByRole('heading', { level: 1, name: 'Nog niet in orde' })).toBeVisible()
  await page.goto('/bewijs/demo-visit-noordwind-4')
  await expect(page.getByRole('heading', { level: 1, name: 'Verlopen' })).toBeVisible()
  await isSound(page)

  await new LoginPage(page).enter('beheerder@noordwind.example', 'noordwind')
  await page.goto('/directe-toegang')
  await expect(page.getByRole('heading', { level: 2, name: 'Met bouwpas' })).toBeVisible()
  await page.goto('/projecten')
  // A valid instruction is not enough where the project asks for a diploma: two of twelve are shown in red.
  await page.getByRole('link', { name: 'Stop Eemshaven, ketel 2' }).click()
  await expect(page.getByRole('grid').getByText('Mist iets')).toHaveCount(2)
  await expect(page.getByRole('grid').getByText('B-VCA')).toHaveCount(2)
  await expect(page.getByText('van 12 missen iets')).toBeVisible()
  await page.goto('/projecten')
  await page.getByRole('link', { name: 'Nieuwbouw kade Eemshaven' }).click()
  await expect(page.getByRole('grid').getByText('Verlopen')).toHaveCount(1)
  await page.setViewportSize(PHONE)
  await page.getByPlaceholder('Zoek op naam').fill('dijkstra')
  await expect(page.getByText(/^1 resultaat/)).toBeVisible()
  await isSound(page)
  await page.getByRole('button', { name: 'Meer acties' }).click()
  await page.getByRole('menuitem', { name: 'Poster met QR' }).click()
  await expect(page.getByRole('img', { name: /^QR-code naar/ })).toBeVisible()
})

test('a coordinator books the people of a crew who lack a diploma, and begins at the check', async ({ page }) => {
  await new LoginPage(page).enter('beheerder@noordwind.example', 'noordwind')
  await page.goto('/projecten')
  await page.getByRole('link', { name: 'Stop Eemshaven, ketel 2' }).click()
  await page.getByRole('link', { name: 'Ploeg controleren' }).click()
  await page.getByRole('button', { name: 'Controleren', exact: true }).click()
  await expect(page.getByText(/^10 van de 12 hebben alles op orde/)).toBeVisible()
  await page.getByRole('link', { name: 'Examen boeken voor 2 mensen' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Controle' })).toBeVisible()
  await expect(page.getByText('Nadia Bouali en Yasmin Aydın')).toBeVisible()
  await isSound(page)
})
