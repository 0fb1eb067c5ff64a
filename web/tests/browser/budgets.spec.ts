import { type Browser, type Page, expect, test } from '@playwright/test'
import { LoginPage } from './pages/session.js'

// What a first visit of a page may cost, over the wire and with an empty cache. The numbers stand here and nowhere else.

interface Budget {
  page: string
  /** Who visits; nobody is signed in when left out. */
  as?: string
  kilobytes: number
  requests: number
}

const BUDGETS: Budget[] = [
  { page: '/login/noordwind', kilobytes: 190, requests: 25 },
  // The aim of the design is 320.
  { page: '/deelnemer/trainingen', as: 'leerling@noordwind.example', kilobytes: 340, requests: 25 },
]

/** A few bytes more are no reason to stop a release. */
const TOLERANCE = 1.03

interface Visit {
  /** Name without the hash of the build → bytes, the largest first. */
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
    // A blob is what the page holds itself: it costs no request.
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
  test(`${path} takes at most ${kilobytes} kB and ${most} requests`, async ({ page, browser }) => {
    if (as) await new LoginPage(page).enter(as, 'noordwind')
    const { files, requests } = await firstVisit(browser, page, path)
    const bytes = files.reduce((sum, [, size]) => sum + size, 0)
    const list = files.map(([name, size]) => `${String(size).padStart(7)} ${name}`).join('\n')
    expect(bytes, `${bytes} bytes:\n${list}`).toBeLessThanOrEqual(kilobytes * 1000 * TOLERANCE)
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(most)
  })
}

// Calls of the API in a first visit: those of the page itself, and four of every page (terms, notifications, tasks, saved views).
const PAGES: { page: string; calls: number }[] = [
  { page: '/deelnemers', calls: 6 },
  { page: '/deelnemers/groepen', calls: 6 },
  { page: '/skills', calls: 6 },
  { page: '/skills/planning', calls: 8 },
  // The wizard saves its draft and asks for a price at once.
  { page: '/intern/booking', calls: 8 },
]

for (const { page: path, calls: most } of PAGES)
  test(`${path} makes at most ${most} calls of the API, each once`, async ({ page, browser }) => {
    await new LoginPage(page).enter('beheerder@noordwind.example', 'noordwind')
    const { requests } = await firstVisit(browser, page, path)
    // Tasks that run are asked for again and again.
    const isPolled = (call: string, at: number) => call === 'GET /api/core/tasks' && requests.indexOf(call) !== at
    const calls = requests.filter((call, at) => / \/(?:api|public|user)\//.test(call) && !isPolled(call, at))
    expect(calls.length, calls.join('\n')).toBeLessThanOrEqual(most)
    expect(new Set(calls).size, calls.join('\n')).toBe(calls.length)
  })
