import { type Browser, type Page, expect, test } from '@playwright/test'
import { LoginPage } from './pages/session.js'

// The limits for a first visit of a page, over the network and with an empty cache. These numbers are defined only here.

interface Budget {
  page: string
  /** The e-mail address of the visitor; left out for a visitor who is not signed in. */
  as?: string
  kilobytes: number
  requests: number
}

const BUDGETS: Budget[] = [
  { page: '/login/noordwind', kilobytes: 190, requests: 25 },
  // The design aims at 320.
  { page: '/deelnemer/trainingen', as: 'leerling@noordwind.example', kilobytes: 340, requests: 25 },
]

/** A few extra bytes must not block a release. */
const TOLERANCE = 1.03

interface Visit {
  /** File name without the build hash → bytes, largest first. */
  files: [name: string, bytes: number][]
  requests: string[]
}

async function firstVisit(browser: Browser, page: Page, path: string): Promise<Visit> {
  const fresh = await (await browser.newContext({ storageState: await page.context().storageState() })).newPage()
  const session = await fresh.context().newCDPSession(fresh)
  await session.send('Network.enable')
  const urls = new Map<string, string>()
  const files = new Map<string, number>()
  const requests: string[] = []
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    // The page creates blobs itself, so they cost no request.
    if (request.url.startsWith('blob:') || request.url.startsWith('data:')) return
    const { pathname } = new URL(request.url)
    const name = pathname.replace(/[-.][\w-]{8,}(?=\.\w+$)/, '')
    urls.set(requestId, name)
    requests.push(`${request.method} ${name}`)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const name = urls.get(requestId)
    if (name) files.set(name, (files.get(name) ?? 0) + encodedDataLength)
  })
  await fresh.goto(path)
  await expect(fresh.getByRole('heading', { level: 1 })).toBeVisible()
  await fresh.waitForLoadState('networkidle')
  await fresh.context().close()
  return { files: [...files].toSorted(([, one], [, other]) => other - one), requests }
}

for (const { page: path, as, kilobytes, requests: most } of BUDGETS) {
  test(`${path} loads at most ${kilobytes} kB in at most ${most} requests`, async ({ page, browser }) => {
    if (as) await new LoginPage(page).enter(as, 'noordwind')
    const { files, requests } = await firstVisit(browser, page, path)
    const bytes = files.reduce((sum, [, size]) => sum + size, 0)
    const list = files.map(([name, size]) => `${String(size).padStart(7)} ${name}`).join('\n')
    expect(bytes, `${bytes} bytes:\n${list}`).toBeLessThanOrEqual(kilobytes * 1000 * TOLERANCE)
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(most)
  })
}

// API calls of a first visit: those of the page itself plus four that every page makes (terms, notifications, tasks, saved views).
const PAGES: { page: string; calls: number }[] = [
  { page: '/deelnemers', calls: 6 },
  { page: '/deelnemers/groepen', calls: 6 },
  { page: '/skills', calls: 6 },
  { page: '/skills/planning', calls: 8 },
  // The wizard also saves its draft and requests a price at once.
  { page: '/intern/booking', calls: 8 },
]

for (const { page: path, calls: most } of PAGES)
  test(`${path} makes at most ${most} API calls, each once`, async ({ page, browser }) => {
    await new LoginPage(page).enter('beheerder@noordwind.example', 'noordwind')
    const { requests } = await firstVisit(browser, page, path)
    // Running tasks are polled.
    const isPolled = (call: string, at: number) => call === 'GET /api/core/tasks' && requests.indexOf(call) !== at
    const calls = requests.filter((call, at) => / \/(?:api|public|user)\//.test(call) && !isPolled(call, at))
    expect(calls.length, calls.join('\n')).toBeLessThanOrEqual(most)
    expect(new Set(calls).size, calls.join('\n')).toBe(calls.length)
  })
