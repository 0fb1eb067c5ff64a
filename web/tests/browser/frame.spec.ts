import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import AxeBuilder from '@axe-core/playwright'
import { chromium, expect, test } from '@playwright/test'
import { inDatabase } from './pages/database.js'

// Another system's page, on another site: 127.0.0.1 is ours, localhost is not.
let host: Server
let origin = ''
const linkAsFrame = new Map<string, string>()

test.beforeAll(async () => {
  host = createServer((request, response) => {
    const src = linkAsFrame.get(request.url ?? '')
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>LMS</title><h1>LMS</h1>${src ? `<iframe src="${src}" width="1000" height="700"></iframe>` : ''}`)
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  origin = `http://localhost:${(host.address() as AddressInfo).port}`
})
test.afterAll(() => new Promise((resolve) => host.close(resolve)))

/** A link as core/accounts/entry_link.ts makes it. */
async function linkFor(email: string, framedBy: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(`core.entry\n${secret}`).digest()
  await inDatabase((client) =>
    client.query(
      `insert into core_tokens (purpose, token_hash, user_id, membership_id, expires_at, data)
       select 'core.entry', $1, u.id, m.id, now() + interval '10 minutes', $2
         from core_users u join core_memberships m on m.user_id = u.id where u.email = $3`,
      [hash, JSON.stringify({ to: '/deelnemer/trainingen', framedBy: [framedBy] }), email],
    ),
  )
  return `${process.env.BASE_URL}/enter/${secret}`
}

test('inside another system’s frame, with the cookies of third parties blocked', async () => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM!,
    args: ['--no-sandbox', '--disable-gpu', '--test-third-party-cookie-phaseout'],
  })
  try {
    const page = await (await browser.newContext({ locale: 'nl-NL', viewport: { width: 1280, height: 900 } })).newPage()
    linkAsFrame.set('/right', await linkFor('leerling@noordwind.example', origin))
    await page.goto(`${origin}/right`)
    const frame = page.frameLocator('iframe')
    await expect(frame.getByRole('heading', { level: 1, name: 'Mijn trainingen' })).toBeVisible()
    await expect(frame.getByRole('navigation')).toHaveCount(0)
    // What it opens there is the person's own, and calls work.
    await frame
      .getByRole('link', { name: /Toolbox/ })
      .first()
      .click()
    await expect(frame.getByRole('heading', { level: 1, name: /Toolbox/ })).toBeVisible()
    const { violations } = await new AxeBuilder({ page }).include('iframe').disableRules(['frame-title', 'html-has-lang']).analyze()
    expect(violations.map(({ id }) => id)).toEqual([])

    const opened = page.waitForEvent('popup')
    await frame.getByRole('button', { name: 'In een eigen venster openen' }).click()
    const own = await opened
    await expect(own.getByRole('heading', { level: 1, name: /Toolbox/ })).toBeVisible()
    expect(new URL(own.url()).origin).toBe(process.env.BASE_URL)

    // Somebody else's page may not frame what was meant for another.
    linkAsFrame.set('/wrong', await linkFor('leerling@noordwind.example', 'https://lms.example'))
    await page.goto(`${origin}/wrong`)
    await expect(page.locator('iframe')).toBeVisible()
    await expect(frame.getByRole('heading', { level: 1, name: 'Mijn trainingen' })).toHaveCount(0)
  } finally {
    await browser.close()
  }
})
