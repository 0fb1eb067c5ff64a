import { expect, test } from '@playwright/test'
import { COMPANY, PEOPLE, type Role } from './pages/addresses.js'
import { agreeToTerms, LoginPage } from './pages/session.js'

// The addresses of the specification's tools and landing pages, for each role, at both widths. The crawl scans them for faults.

const TOOLS = {
  '/tools/bookinglink': 'Boekingslinks',
  '/tools/marketing': 'Marketing',
  '/tools/evaluations': 'Evaluaties',
  '/tools/evaluations/view': 'Kies een training',
  '/tools/apollo': 'Mailbox omzetten',
}
const PUBLIC = ['/landingpage/ore', '/landingpage/sir']
const LOGIN_ID: Partial<Record<Role, string>> = { leerling: COMPANY, beheerder: COMPANY, examinator: 'examenhuis' }

for (const width of [1280, 390]) {
  for (const email of ['admin@platform.example', 'mini@platform.example'])
    test(`the tools open for ${email} (${width} px)`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 })
      await new LoginPage(page).enter(email, null)
      for (const [path, title] of Object.entries(TOOLS)) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
        expect([path, await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)]).toEqual([path, true])
      }
    })

  for (const role of ['leerling', 'beheerder', 'examinator', 'visitor'] as const)
    test(`the tools are closed to the role ${role}, the landing pages are open (${width} px)`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 })
      await agreeToTerms(page)
      if (role !== 'visitor') await new LoginPage(page).enter(PEOPLE[role], LOGIN_ID[role]!)
      for (const [path, title] of Object.entries(TOOLS)) {
        await page.goto(path)
        if (role === 'visitor') await expect(page.getByLabel('E-mailadres')).toBeVisible()
        else await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toHaveCount(0)
      }
      for (const path of PUBLIC) {
        expect((await page.goto(path))!.status()).toBe(200)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        expect([path, await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)]).toEqual([path, true])
      }
    })
}
