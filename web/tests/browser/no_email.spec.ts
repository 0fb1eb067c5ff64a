import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { CoursePages } from './pages/course.js'
import { LoginPage } from './pages/session.js'
import { isSound } from './pages/sound.js'

const PHONE = { width: 390, height: 844 }

test('a worker without e-mail: added, signed in with the printed card, instructed, and shown at the gate', async ({ page, browser }) => {
  const number = `K${Date.now()}`
  await page.setViewportSize(PHONE)
  await new LoginPage(page).enter('beheerder@noordwind.example', 'noordwind')
  await page.goto('/deelnemers?nieuw=1')
  const adding = page.getByRole('dialog', { name: 'Deelnemer toevoegen' })
  await adding.getByLabel('Voornaam').fill('Piotr')
  await adding.getByLabel('Achternaam').fill('Kowalski')
  await adding.getByRole('button', { name: 'Toevoegen', exact: true }).click()
  await expect(adding.getByText('Vul een e-mailadres of een personeelsnummer in')).toBeVisible()
  await adding.getByLabel('Personeelsnummer').fill(number)
  await expect(adding.getByLabel('Meteen een uitnodiging mailen')).toHaveCount(0)
  await isSound(page)
  await adding.getByRole('button', { name: 'Toevoegen', exact: true }).click()
  await page.getByRole('button', { name: 'Inlogkaart maken' }).click()
  const shown = page.getByRole('dialog', { name: 'Inlogkaart van Piotr Kowalski' })
  const code = (await shown.getByText(/^\d{5} \d{5}$/).textContent())!
  await expect(shown.getByRole('img', { name: 'QR-code die de inlogpagina opent' })).toBeVisible()
  await isSound(page)
  const download = page.waitForEvent('download')
  await shown.getByRole('button', { name: 'PDF opslaan' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`inlogkaart-${number}.pdf`)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')

  const own = await browser.newContext({ viewport: PHONE })
  const phone = await own.newPage()
  // Through the poster at the gate, with an account without an address.
  await phone.goto('/toegang/demo-gate-noordwind')
  await phone.getByRole('button', { name: 'Inloggen' }).click()
  await phone.waitForURL('/login/noordwind')
  await phone.getByRole('link', { name: 'Log in met je personeelsnummer' }).click()
  await expect(phone.getByRole('heading', { name: 'Inloggen met je personeelsnummer' })).toBeVisible()
  await isSound(phone)
  // The card's QR opens the same page with the number filled in.
  await phone.goto(`/personeelsnummer?company=noordwind&nummer=${number}`)
  await expect(phone.getByLabel('Personeelsnummer')).toHaveValue(number)
  await phone.getByLabel('Code', { exact: true }).fill('11111 22222')
  await phone.keyboard.press('Enter')
  await expect(phone.getByText('Het personeelsnummer of de code klopt niet').first()).toBeVisible()
  await phone.getByLabel('Code', { exact: true }).fill(code)
  await phone.keyboard.press('Enter')
  await expect(phone.getByRole('heading', { name: 'Kies je eigen code' })).toBeVisible()
  await phone.getByLabel('Nieuwe code').fill('12345678')
  await phone.getByLabel('Herhaal de code').fill('12345678')
  await phone.keyboard.press('Enter')
  await expect(phone.getByText('Deze code is te makkelijk te raden. Kies een andere.').first()).toBeVisible()
  await isSound(phone)
  await phone.getByLabel('Nieuwe code').fill('27491836')
  await phone.getByLabel('Herhaal de code').fill('27491836')
  await phone.keyboard.press('Enter')
  await phone.waitForURL((url) => !url.pathname.startsWith('/personeelsnummer'))

  // The terms are asked for on the first page. Nothing asks for an address.
  await phone.getByRole('button', { name: 'Ik ga akkoord' }).click()
  await phone.goto('/profiel')
  await expect(phone.getByText(/^Je account heeft geen e-mailadres/)).toBeVisible()
  // There is no choice between mail and screen.
  await expect(phone.getByText('Alle berichten lees je hier, bij de bel.')).toBeVisible()
  await expect(phone.getByLabel('Hoe')).toHaveCount(0)
  await isSound(phone)
  await phone.goto('/toegang/demo-gate-noordwind')
  await phone.getByRole('button', { name: /^(Instructie beginnen|Verder gaan)$/ }).click()
  await phone.getByRole('heading', { level: 1, name: 'Poortinstructie' }).waitFor()
  const course = new CoursePages(phone)
  await course.chooseLanguage('Nederlands')
  await course
    .mainAction(/^Training starten$/)
    .first()
    .click()
  await course.readOn()
  await phone.getByText('Ja, ik heb alles gelezen en houd me eraan').click()
  await phone.getByRole('button', { name: 'Evaluatie versturen' }).click()
  await expect(phone.getByText('Gefeliciteerd, je bent geslaagd!')).toBeVisible()
  await expect(phone.getByText('Certificaat downloaden')).toBeVisible()
  await isSound(phone)
  await phone.getByRole('link', { name: 'Bewijs tonen' }).click()
  await expect(phone.getByText('Piotr Kowalski')).toBeVisible()
  await isSound(phone)

  // The safety passport: its QR code works until the person turns it off.
  await phone.goto('/deelnemer/paspoort')
  await phone.getByRole('button', { name: 'QR-code aanzetten' }).click()
  await expect(phone.getByRole('img', { name: 'QR-code naar je veiligheidspaspoort' })).toBeVisible()
  const address = new URL((await phone.getByText(/\/paspoort\//).textContent())!).pathname
  const gate = await browser.newContext({ viewport: PHONE })
  const reader = await gate.newPage()
  await reader.goto(address)
  await expect(reader.getByRole('heading', { level: 1, name: 'Piotr Kowalski' })).toBeVisible()
  await reader.getByRole('radio', { name: 'Français' }).click()
  await expect(reader.getByRole('heading', { name: 'Instructions de chantier' })).toBeVisible()
  await isSound(reader)
  await phone.getByRole('button', { name: 'QR-code uitzetten' }).click()
  await phone.getByRole('alertdialog').getByRole('button', { name: 'QR-code uitzetten' }).click()
  await expect(phone.getByRole('button', { name: 'QR-code aanzetten' })).toBeVisible()
  await reader.reload()
  await expect(
    reader.getByRole('heading', { name: /Dit paspoort is er niet|There is no such passport|Deze pagina bestaat niet/ }),
  ).toBeVisible()
  await gate.close()
  await own.close()
})
