import { expect, type Request, test } from '@playwright/test'
import { LoginPage } from './pages/session.js'
import { isSound } from './pages/sound.js'

// Landing pages: read without JavaScript on a phone and on a desktop, and changed by an admin.

for (const width of [390, 1280]) {
  test(`both pages can be read without JavaScript (${width} px)`, async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 844 }, locale: 'nl-NL' })
    const page = await context.newPage()
    for (const [path, heading, course] of [
      ['/landingpage/ore', 'Klaar voor de eerste dag op zee', 'Introductie offshore wind'],
      ['/landingpage/sir', 'Veilig werken met hoge druk', 'Industriële reiniging met hogedruk'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page.getByRole('link', { name: course })).toBeVisible()
      await page.locator('summary').first().click()
      await expect(page.locator('details[open] p')).toBeVisible()
      // Nothing is wider than the window.
      const body = await page.locator('main').boundingBox()
      expect(body!.width).toBeLessThanOrEqual(width)
      await page.getByRole('link', { name: 'English' }).click()
      await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    }
    await context.close()
  })
}

test('a first visit fetches at most 120 KB beside pictures, and no script', async ({ browser }) => {
  for (const path of ['/landingpage/ore', '/landingpage/sir', '/landingpage/ore?company=noordwind']) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'nl-NL' })
    const page = await context.newPage()
    const fetched: Request[] = []
    page.on('requestfinished', (request) => void fetched.push(request))
    await page.goto(path, { waitUntil: 'networkidle' })
    const kinds = fetched.map((request) => request.resourceType()).filter((kind) => kind !== 'image')
    expect(new Set(kinds)).toEqual(new Set(['document', 'font']))
    let bytes = 0
    for (const request of fetched) if (request.resourceType() !== 'image') bytes += (await (await request.response())!.body()).length
    expect(bytes).toBeGreaterThan(10_000)
    expect(bytes).toBeLessThanOrEqual(120 * 1024)
    await context.close()
  }
})

test('an admin writes a question, opens the preview, publishes, and reverts', async ({ page }) => {
  await page.goto('/landingpage/sir')
  await isSound(page)
  await new LoginPage(page).enter('admin@platform.example', null)
  await page.goto('/tools/landingpages')
  await page.getByRole('link', { name: 'Bewerken: SIR' }).waitFor()
  await page.getByRole('link', { name: 'Bewerken: SIR' }).click()
  const questions = page.getByRole('group', { name: 'Blok 5: Vragen', exact: true })
  await questions.getByRole('button', { name: 'Vraag toevoegen' }).click()
  await questions.getByLabel('Vraag (Nederlands)').last().fill('Kan het examen bij ons?')
  await questions.getByLabel('Antwoord (Nederlands)').last().fill('Vraag het ons.')
  await isSound(page)
  await questions.getByRole('button', { name: 'Blok 5: Vragen naar boven' }).click()
  await expect(page.getByRole('group', { name: 'Blok 4: Vragen', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Opslaan', exact: true }).click()
  await expect(page.getByText('Niet alles gepubliceerd')).toBeVisible()
  await page.getByRole('tab', { name: 'Voorbeeld' }).click()
  await expect(page.frameLocator('iframe').getByText('Kan het examen bij ons?')).toBeVisible()
  await page.getByRole('button', { name: 'Publiceren' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publiceren' }).click()
  await expect(page.getByText('Gepubliceerd', { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Versies' }).click()
  await isSound(page)
  await page.getByRole('button', { name: 'Versie 1 terugzetten' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Terugzetten' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Versie 3' })).toBeVisible()
  await page.goto('/landingpage/sir')
  await expect(page.getByText('Kan het examen bij ons?')).toHaveCount(0)
})

test('the editor without a page leads to the list', async ({ page }) => {
  await new LoginPage(page).enter('admin@platform.example', null)
  await page.goto('/tools/landingpages/bewerken')
  await expect(page.getByRole('heading', { level: 1, name: 'Kies een pagina in de lijst' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Landingspagina’s' }).click()
  await expect(page.getByRole('link', { name: 'Bewerken: SIR' })).toBeVisible()
})

test('an admin writes a company’s own page on a phone, and its visitors read it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await new LoginPage(page).enter('admin@platform.example', null)
  await page.goto('/tools/landingpages')
  await page.getByLabel('Pagina’s van').click()
  await page.getByRole('option', { name: 'Bouwmeester' }).click()
  await expect(page.getByText('Zoals het platform')).toHaveCount(2)
  await isSound(page)
  await page.getByRole('button', { name: 'Zelf schrijven: SIR' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'SIR · Bouwmeester' })).toBeVisible()
  const opening = page.getByRole('group', { name: 'Blok 1: Opening', exact: true })
  await opening.getByLabel('Kop (Nederlands)').fill('Hogedruk bij Bouwmeester')
  await page.getByRole('button', { name: 'Opslaan', exact: true }).click()
  await page.getByRole('tab', { name: 'Voorbeeld' }).click()
  await expect(page.frameLocator('iframe').getByText('Hogedruk bij Bouwmeester')).toBeVisible()
  await page.getByRole('button', { name: 'Publiceren' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publiceren' }).click()
  await expect(page.getByText('Gepubliceerd', { exact: true })).toBeVisible()
  await page.goto('/landingpage/sir?company=bouwmeester')
  await expect(page.getByRole('heading', { level: 1, name: 'Hogedruk bij Bouwmeester' })).toBeVisible()
  await isSound(page)
  await page.goto('/landingpage/sir')
  await expect(page.getByRole('heading', { level: 1, name: 'Veilig werken met hoge druk' })).toBeVisible()
  // Without own texts the company shows the platform's page again.
  await page.goto('/tools/landingpages')
  await page.getByLabel('Pagina’s van').click()
  await page.getByRole('option', { name: 'Bouwmeester' }).click()
  await page.getByRole('link', { name: 'Bewerken: SIR' }).click()
  await page.getByRole('button', { name: 'Meer acties' }).click()
  await page.getByRole('menuitem', { name: 'Eigen teksten verwijderen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eigen teksten verwijderen' }).click()
  await expect(page.getByText('Zoals het platform')).toHaveCount(2)
})
