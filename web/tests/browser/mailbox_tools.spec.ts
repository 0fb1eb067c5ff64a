import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { LoginPage } from './pages/session.js'
import { isSound } from './pages/sound.js'

// From a mailbox file to a CSV, and to leads.

interface Mail {
  id: string
  from: string
  subject: string
  text: string
}
const mail = ({ id, from, subject, text }: Mail) =>
  `From x@example Mon Jan 05 10:00:00 2026\nMessage-ID: <${id}>\nDate: Mon, 05 Jan 2026 10:00:00 +0100\nFrom: ${from}\nSubject: ${subject}\n\n${text}\n\n`
const quote = { id: 'offerte@test', from: 'Ada Kok <ada.kok@bouw.example>', subject: 'Offerte VCA', text: 'Met hoeveel mensen kan het?' }
const BOX = [quote, quote, { id: 'plan@test', from: 'Bob Bos <bob.bos@bouw.example>', subject: 'Planning', text: 'Tot maandag.' }]
const file = (name: string, content: string) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })
const upload = (page: Page, name: string, content: string) => page.locator('input[type=file]').setInputFiles(file(name, content))

for (const width of [1280, 390]) {
  test(`an admin converts a mailbox to a CSV without doubles, and to leads (${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await new LoginPage(page).enter('mini@platform.example', null)
    await page.goto('/tools/apollo')
    await upload(page, 'foto.mbox', '\u0089PNG\r\n\u001a\n')
    await expect(page.getByText('Dit is geen mailboxbestand.')).toBeVisible()
    await isSound(page)

    // The upload shows its progress: its pieces wait until that is seen.
    let release = () => {}
    const seen = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/mailbox_tools/uploads/**', async (route) => {
      if (route.request().method() === 'PATCH') await seen
      await route.continue()
    })
    await upload(page, `postvak-${width}.mbox`, BOX.map(mail).join(''))
    await expect(page.getByRole('progressbar', { name: `postvak-${width}.mbox` })).toBeVisible()
    release()

    await expect(page.getByRole('heading', { name: 'De eerste berichten' })).toBeVisible()
    await expect(page.getByText('Planning')).toBeVisible()
    await page.getByRole('textbox', { name: /^Met deze woorden/ }).fill('bouw.example')
    // What was typed survives a reload.
    await page.reload()
    const words = page.getByRole('textbox', { name: /^Met deze woorden/ })
    await expect(words).toHaveValue('bouw.example')
    await words.fill('')
    await page.getByRole('radio', { name: 'CSV' }).check()
    await expect(page.getByRole('checkbox', { name: 'Dubbele berichten weglaten' })).toBeChecked()
    await page.getByRole('combobox', { name: 'Kolommen' }).click()
    await page.getByRole('option', { name: 'Tekst', exact: true }).click()
    await page.keyboard.press('Escape')
    await isSound(page)
    await page.getByRole('button', { name: 'Omzetten', exact: true }).click()

    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Taken/ })
      .click()
    const tray = page.getByRole('dialog', { name: 'Taken' })
    const download = page.waitForEvent('download')
    await tray
      .getByRole('button', { name: /downloaden$/ })
      .first()
      .click()
    const csv = await readFile(await (await download).path(), 'utf8')
    const [head, ...rows] = csv.trim().split('\r\n')
    expect(head).toContain('Onderwerp')
    expect(head).not.toContain('Tekst')
    expect(rows.map((row) => /Offerte VCA|Planning/.exec(row)?.[0])).toEqual(['Offerte VCA', 'Planning'])
    await tray.getByRole('button', { name: 'Sluiten' }).click()

    // The mailbox is still there: its senders become leads, after a look at them.
    await page.getByRole('button', { name: `postvak-${width}.mbox omzetten` }).click()
    await page.getByRole('radio', { name: 'Leads voor marketing' }).check()
    await page.getByRole('button', { name: 'Bekijk de leads' }).click()
    const dialog = page.getByRole('dialog', { name: 'Worden dit de leads?' })
    await expect(dialog.getByText('Ada Kok')).toHaveCount(1)
    await isSound(page)
    await dialog.getByRole('button', { name: 'Toevoegen aan de leads' }).click()
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: `postvak-${width}.mbox verwijderen` }).click()
    await expect(page.getByText(`postvak-${width}.mbox`)).toHaveCount(0)
    // A lead of a mailbox is added once.
    await page.goto('/tools/marketing/leads?search=bouw.example')
    await expect(page.getByText('Ada Kok')).toHaveCount(1)
  })
}
