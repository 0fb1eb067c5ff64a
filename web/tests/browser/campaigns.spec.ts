import { expect, test } from '@playwright/test'
import { LoginPage } from './pages/session.js'
import { isSound } from './pages/sound.js'

test('a campaign cannot be sent while changes of its text are not saved', async ({ page }) => {
  await new LoginPage(page).enter('mini@platform.example', null)
  await page.goto('/tools/marketing')
  await page
    .getByRole('link', { name: 'Campagne maken' })
    .or(page.getByRole('button', { name: 'Campagne maken' }))
    .click()
  await page.getByRole('textbox', { name: 'Naam' }).fill('Voorjaar')
  const subject = page.getByRole('textbox', { name: /^Onderwerp/ })
  await subject.fill('Nieuwe data')
  await page.getByRole('textbox', { name: /^Tekst(?! op)/ }).fill('Beste {firstname}, er zijn nieuwe data.')
  await page.getByRole('button', { name: 'Opslaan' }).click()
  const send = page.getByRole('button', { name: 'Nu versturen' })
  await expect(send).toBeVisible()
  await expect(page.getByText('Je wijzigingen zijn nog niet opgeslagen.')).toHaveCount(0)
  await subject.fill('Nieuwe data in maart')
  await expect(page.getByText('Je wijzigingen zijn nog niet opgeslagen.')).toBeVisible()
  await expect(send).toHaveCount(0)
  await isSound(page)
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await expect(send).toBeVisible()
})

for (const width of [1280, 390]) {
  test(`a campaign is written in the mail editor: placeholders, a preview of unsaved text, a test (${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await new LoginPage(page).enter('mini@platform.example', null)
    await page.goto('/tools/marketing/campagne')
    await expect(page.getByText('Dan staat hier de mail.')).toBeVisible()
    await page.getByRole('textbox', { name: /^Onderwerp/ }).fill('Nieuw in ')
    await page.getByRole('button', { name: '{company} invoegen' }).click()
    await page.getByRole('textbox', { name: /^Tekst(?! op)/ }).fill('Dag {firstname}, dit is niet bewaard.')
    const letter = page.frameLocator('iframe[title="Nieuw in Leerplatform"]')
    await expect(letter.getByText('Dag Sanne, dit is niet bewaard.', { exact: true })).toBeVisible()
    await isSound(page)

    // An error leaves the text and the last preview.
    await page.getByRole('textbox', { name: /^Tekst(?! op)/ }).fill('Dag {voornaam}, dit is niet bewaard.')
    await expect(page.getByText('Dit zijn geen invulwoorden van deze mail: voornaam.')).toBeVisible()
    await expect(letter.getByText('Dag Sanne, dit is niet bewaard.', { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('textbox', { name: /^Onderwerp/ })).toHaveValue('Nieuw in {company}')
    await expect(page.getByRole('textbox', { name: /^Tekst(?! op)/ })).toHaveValue('Dag {voornaam}, dit is niet bewaard.')

    // The second subject, and the mail to oneself.
    await page.getByRole('textbox', { name: /^Tekst(?! op)/ }).fill('Dag {firstname}')
    await page.getByRole('textbox', { name: /^Tweede onderwerp/ }).fill('Tweede keus')
    await page
      .getByRole('radio', { name: 'B', exact: true })
      .or(page.getByRole('button', { name: 'B', exact: true }))
      .click()
    await expect(page.frameLocator('iframe[title="Tweede keus"]').getByText('Dag Sanne', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Testmail naar mij' }).click()
    await expect(page.getByText('De testmail is naar je eigen adres gestuurd.')).toBeVisible()
  })
}

test('the results of an evaluation start with the choice of a course', async ({ page }) => {
  await new LoginPage(page).enter('mini@platform.example', null)
  await page.goto('/tools/evaluations/view')
  await expect(page.getByRole('heading', { level: 1, name: 'Kies een training' })).toBeVisible()
  await isSound(page)
  await page.getByRole('link', { name: 'Evaluaties van Werken op hoogte bekijken' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Werken op hoogte' })).toBeVisible()
})
