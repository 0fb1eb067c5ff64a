import { type Browser, type Page, expect, test } from '@playwright/test'
import type { Bootstrap } from '../../../core/contract/bootstrap.js'
import { COMPANY, IN_JOURNEYS, ONLY_FOR, PEOPLE, REFUSED, ROLES, type Role, addressOf } from './pages/addresses.js'
import { inDatabase } from './pages/database.js'
import { LoginPage } from './pages/session.js'
import { faultsOf } from './pages/sound.js'

// Opens every page as every role that may, at both widths. Journeys scan only what the crawl cannot reach: dialogs, errors, a running quiz.
// A mini_admin has an admin's pages with fewer actions, so they are opened once.

const WIDTHS = [1280, 390]
const LOGIN_ID: Partial<Record<Role, string>> = { leerling: COMPANY, beheerder: COMPANY, examinator: 'examenhuis' }

/** Signs in as the role. @returns all pages of the platform that this role may open, and those that the crawl opens */
async function enterAs(page: Page, role: Role) {
  if (role !== 'visitor') await new LoginPage(page).enter(PEOPLE[role], LOGIN_ID[role] ?? null)
  await page.goto(role === 'visitor' ? `/login/${COMPANY}` : '/profiel')
  const { pages, user } = JSON.parse((await page.locator('#bootstrap').textContent())!) as Bootstrap
  const opened = pages.filter(({ name, access }) => {
    if (name in IN_JOURNEYS || (ONLY_FOR[name] && !ONLY_FOR[name].includes(role))) return false
    if (role === 'visitor') return access.kind === 'anyone'
    return access.kind === 'signed_in' || (access.kind === 'permission' && user!.permissions.includes(access.permission))
  })
  return { pages, opened }
}

for (const role of ROLES) {
  test(`every page of the role ${role} has a title and no fault of accessibility, width or script`, async ({ page }) => {
    const { opened } = await enterAs(page, role)
    const faults: string[] = []
    let address = ''
    let isRefused = false
    page.on('pageerror', ({ message }) => faults.push(`${address}: ${message}`))
    page.on('console', (line) => {
      // The preview of a mail is sandboxed: it refuses the script of axe.
      if (line.type() !== 'error' || isRefused || line.text().startsWith('Blocked script execution')) return
      faults.push(`${address}: ${line.text()}`)
    })
    for (const each of opened) {
      isRefused = REFUSED.includes(each.name)
      address = await inDatabase((client) => addressOf(client, each))
      await page.setViewportSize({ width: WIDTHS[0]!, height: 900 })
      await page.goto(address)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        faults.push(...(await faultsOf(page)).map((fault) => `${address} at ${width}: ${fault}`))
      }
      if (!(await page.title())) faults.push(`${address}: no title`)
    }
    expect(faults).toEqual([])
  })
}

test('the crawl or a journey opens every page', async ({ browser }) => {
  const known = new Set(Object.keys(IN_JOURNEYS))
  const all = new Set<string>()
  for (const role of ROLES) {
    const { pages, opened } = await inContext(browser, (page) => enterAs(page, role))
    for (const { name } of pages) all.add(name)
    for (const { name } of opened) known.add(name)
  }
  expect(all.size).toBeGreaterThan(100)
  expect([...all].filter((name) => !known.has(name))).toEqual([])
})

async function inContext<T>(browser: Browser, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext()
  try {
    return await work(await context.newPage())
  } finally {
    await context.close()
  }
}
