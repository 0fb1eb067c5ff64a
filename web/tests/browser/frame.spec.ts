import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, expect, test } from '@playwright/test'
import { framedLink } from './pages/framed_link.js'
import { frameIsSound } from './pages/sound.js'

// The page of another system, on another site: 127.0.0.1 is the platform, localhost is the other system.
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

const linkFor = (email: string, framedBy: string) => framedLink({ email, framedBy, to: '/deelnemer/trainingen' })

test('works inside another system’s frame with third-party cookies blocked', async () => {
  const browser = await chromium.launch({
    executablePath: process.env.WHOLE_CHROMIUM!,
    args: ['--no-sandbox', '--disable-gpu', '--test-third-party-cookie-phaseout'],
  })
  try {
    const page = await (await browser.newContext({ locale: 'nl-NL', viewport: { width: 1280, height: 900 } })).newPage()
    linkAsFrame.set('/right', await linkFor('leerling@noordwind.example', origin))
    await page.goto(`${origin}/right`)
    const frame = page.frameLocator('iframe')
    await expect(frame.getByRole('heading', { level: 1, name: 'Mijn trainingen' })).toBeVisible()
    await expect(frame.getByRole('navigation')).toHaveCount(0)
    // What the person opens there is their own data, and calls work.
    await frame
      .getByRole('link', { name: /Toolbox/ })
      .first()
      .click()
    await expect(frame.getByRole('heading', { level: 1, name: /Toolbox/ })).toBeVisible()
    await frameIsSound(page)

    const opened = page.waitForEvent('popup')
    await frame.getByRole('button', { name: 'In een eigen venster openen' }).click()
    const own = await opened
    await expect(own.getByRole('heading', { level: 1, name: /Toolbox/ })).toBeVisible()
    expect(new URL(own.url()).origin).toBe(process.env.BASE_URL)

    // Another site may not frame a page whose link names a different site.
    linkAsFrame.set('/wrong', await linkFor('leerling@noordwind.example', 'https://lms.example'))
    await page.goto(`${origin}/wrong`)
    await expect(page.locator('iframe')).toBeVisible()
    await expect(frame.getByRole('heading', { level: 1, name: 'Mijn trainingen' })).toHaveCount(0)
  } finally {
    await browser.close()
  }
})
