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

test('the results of an evaluation start with the choice of a course', async ({ page }) => {
  await new LoginPage(page).enter('mini@platform.example', null)
  await page.goto('/tools/evaluations/view')
  await expect(page.getByRole('heading', { level: 1, name: 'Kies een training' })).toBeVisible()
  await isSound(page)
  await page.getByRole('link', { name: 'Evaluaties van Werken op hoogte bekijken' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Werken op hoogte' })).toBeVisible()
})
