import { type Page, expect, test } from '@playwright/test'
import { LoginPage } from './pages/session.js'
import { isSound } from './pages/sound.js'

// A course is changed step by step until it is published. The test works on a copy, because other tests use the courses as shipped.

const ADMIN = 'admin@platform.example'

const mark = (page: Page) => page.locator('[data-save]')
const isSaved = (page: Page) => expect(mark(page)).toHaveText(/^Opgeslagen om \d\d:\d\d$/)

/**
 * Records every text that the save indicator shows from now on. On a busy machine a text may be visible for less time than one check takes.
 */
async function watchMark(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = []
    const look = () => seen.push(document.querySelector('[data-save]')?.textContent ?? '')
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ['data-save'],
    })
    Object.assign(window, { seenOfMark: seen })
  })
  return () => page.evaluate(() => (window as unknown as { seenOfMark: string[] }).seenOfMark)
}

/**
 * Waits for a moment when a toast is shown and a press on a button reaches it, in the middle and at the lower edge. Asked in the page on each
 * frame, because on a busy machine a toast may be gone before a second question.
 */
function freeBesideToast(page: Page, name: string, toast: string): Promise<unknown> {
  return page.waitForFunction(
    ([label, text]) => {
      const isShown = [...document.querySelectorAll('[role=status]')].some((one) => one.textContent?.includes(text!))
      const button = [...document.querySelectorAll('button, a')].find((one) => one.textContent?.trim() === label)
      if (!isShown || !button) return false
      const { left, top, width, height } = button.getBoundingClientRect()
      return [top + height / 2, top + height - 2].every((y) => button.contains(document.elementFromPoint(left + width / 2, y)))
    },
    [name, toast],
    { timeout: 120_000 },
  )
}

/** Saves as another editor does meanwhile. */
async function saveElsewhere(
  page: Page,
  course: number,
  kind: string,
  key: string,
  change: (content: Record<string, never>) => object,
): Promise<void> {
  const { csrf_token: token } = await (await page.request.get('/public/auth/csrf/')).json()
  const base = `/api/learning/editor/courses/${course}/draft`
  const { data } = await (await page.request.get(base)).json()
  const content = change(kind === 'course' ? data.course : data.activities[key])
  const answer = await page.request.put(`${base}/parts`, {
    headers: { 'x-csrf-token': token },
    data: { kind, key, revision: data.revisions[`${kind}:${key}`], content },
  })
  expect(answer.status()).toBe(200)
}

test('an admin edits a course, is warned of another editor, loses nothing, and publishes', async ({ page }) => {
  page.on('dialog', (dialog) => void dialog.accept())
  const missing: string[] = []
  page.on('response', (answer) => answer.status() === 404 && missing.push(new URL(answer.url()).pathname))
  await new LoginPage(page).enter(ADMIN, null)
  await page.goto('/training/overzicht')
  await expect(page.getByRole('heading', { level: 1, name: 'Trainingen' })).toBeVisible()
  await page.getByRole('button', { name: 'Acties voor Toolbox tillen en dragen' }).click()
  await page.getByRole('menuitem', { name: 'Kopiëren' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Korte naam' }).fill('tillen-kopie')
  await page.getByRole('dialog').getByRole('button', { name: 'Kopiëren' }).click()
  await page.waitForURL(/\/admin\/training\/wijzigen\/\d+/)
  const course = Number(/wijzigen\/(\d+)/.exec(page.url())![1])

  // The course's own fields. The short name is shown and cannot be changed.
  await expect(page.getByRole('term').filter({ hasText: 'Korte naam' }).locator('+ dd')).toHaveText('tillen-kopie')
  const name = page.getByRole('textbox', { name: 'Naam (Nederlands)' })
  const seen = await watchMark(page)
  await name.fill('Tillen, maar dan anders')
  await expect.poll(async () => (await seen()).includes('Nog niet opgeslagen')).toBe(true)
  await isSaved(page)
  await page.getByRole('spinbutton', { name: 'Slagingscijfer' }).fill('170')
  await expect(page.getByText('Dit getal kan hier niet.')).toBeVisible()
  await page.getByRole('spinbutton', { name: 'Slagingscijfer' }).fill('70')
  await expect(page.getByText('Dit getal kan hier niet.')).toHaveCount(0)
  await isSaved(page)
  await isSound(page)

  // Another editor changed the same fields.
  await saveElsewhere(page, course, 'course', '', (content) => ({
    ...content,
    name: { nl: 'Van een ander', en: 'Somebody else’s' },
    price: 41,
  }))
  await name.fill('Tillen, maar dan beter')
  const notice = page.getByRole('alert').filter({ hasText: 'heeft dit intussen gewijzigd' })
  await expect(notice.getByRole('group')).toHaveCount(1)
  await expect(mark(page)).toHaveText('Niet opgeslagen: kies eerst hieronder')
  await expect(page.getByRole('spinbutton', { name: 'Prijs' })).toHaveValue('41')
  await isSound(page)
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await isSaved(page)
  await page.reload()
  await expect(name).toHaveValue('Tillen, maar dan beter')

  // Its steps are moved by keyboard, and their new position is announced.
  await page.getByRole('tab', { name: 'Opbouw' }).click()
  await isSound(page)
  const handles = page.getByRole('button', { name: /verplaatsen$/ })
  const first = (await handles.first().getAttribute('aria-label'))!
  await handles.first().focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(/opgepakt, plaats 1 van/)).toBeAttached()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText(/nu op plaats 2 van/)).toBeAttached()
  await page.keyboard.press('Space')
  await expect(handles.nth(1)).toHaveAttribute('aria-label', first)
  await isSaved(page)
  const title = first.replace(/ verplaatsen$/, '')
  await page.getByRole('button', { name: `${title} verwijderen` }).click()
  await expect(page.getByRole('link', { name: title })).toHaveCount(0)
  await page.getByRole('button', { name: 'Ongedaan maken' }).click()
  await isSaved(page)

  // A lesson: typed text appears in the preview and survives a lost connection and a reload.
  await page.getByRole('link', { name: title }).click()
  const text = page.getByRole('textbox', { name: 'Tekst (Nederlands)' })
  await expect(text).toBeVisible()
  await isSound(page)
  await text.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Een zin <die> erbij kwam.')
  await isSaved(page)
  await expect(page.getByRole('region', { name: 'Voorbeeld' })).toContainText('Een zin <die> erbij kwam.')
  await page.context().setOffline(true)
  await page.keyboard.type(' En nog een.')
  await expect(mark(page)).toHaveText('Niet opgeslagen: geen verbinding')
  await page.context().setOffline(false)
  await isSaved(page)
  await page.reload()
  await expect(text).toContainText('Een zin <die> erbij kwam. En nog een.')

  // A question asks for the page that explains it. Without one, the quiz and the publishing tab say so.
  await page.goto(`/admin/training/wijzigen/${course}?tab=outline`)
  await page.getByRole('link', { name: 'Eindtoets tillen en dragen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Eindtoets tillen en dragen' })).toBeVisible()
  const quiz = page.url()
  const unnamed = page.getByText('Geen pagina gekozen', { exact: true })
  const questions = page.locator('a[href*="/vragen/wijzigen/"]')
  await expect(questions.first()).toBeVisible()
  await expect(unnamed).toHaveCount(0)
  await questions.first().click()
  const lesson = page.getByRole('combobox', { name: 'Pagina die het uitlegt' })
  await lesson.click()
  await page.getByRole('option', { name: 'Nog geen pagina gekozen' }).click()
  await isSaved(page)
  await expect(lesson).toHaveText('Nog geen pagina gekozen')
  await page.goto(quiz)
  await expect(questions.first()).toBeVisible()
  await expect(unnamed).toHaveCount(1)
  await page.goto(`/admin/training/wijzigen/${course}?tab=publish`)
  const warning = page.getByRole('alert').filter({ hasText: 'Bij 1 vraag is geen pagina gekozen die het uitlegt.' })
  await warning.getByRole('link').click()
  await lesson.click()
  await page.getByRole('option').nth(1).click()
  await isSaved(page)

  // Publishing shows the first version, then the differences from it.
  await page.goto(`/admin/training/wijzigen/${course}?tab=publish`)
  await expect(page.getByText('Dit wordt de eerste versie.')).toBeVisible()
  await expect(page.getByText(/is geen pagina gekozen/)).toHaveCount(0)
  await isSound(page)
  await page.getByRole('button', { name: 'Versie 1 publiceren' }).click()
  await expect(page.getByText('Versie 1 is gepubliceerd.')).toBeVisible()
  await page.getByRole('link', { name: 'Tillen, maar dan beter' }).click()
  await page.getByRole('spinbutton', { name: 'Prijs' }).fill('42')
  await isSaved(page)
  await page.getByRole('tab', { name: 'Publiceren' }).click()
  await expect(page.getByText(/Prijs:\s*41\s*→\s*42/)).toBeVisible()
  // While the toast is shown, the button in the header of the next page can be pressed.
  const isFree = freeBesideToast(page, 'Nieuwe training', 'Versie 2 is gepubliceerd.')
  await page.getByRole('button', { name: 'Versie 2 publiceren' }).click()
  await isFree
  // The page makes no more requests about the draft once it is published.
  await page.waitForLoadState('networkidle')
  expect(missing).toEqual([])
})

const WIDTHS = [1280, 390] as const

/** Checks the page at its current width and at the other one. */
async function isSoundAtBoth(page: Page): Promise<void> {
  const { width } = page.viewportSize()!
  await isSound(page)
  await page.setViewportSize({ width: WIDTHS.find((other) => other !== width)!, height: 844 })
  await isSound(page)
  await page.setViewportSize({ width, height: 844 })
}

test('keeps an undo that was made while the change was being saved, also when the page is left at once', async ({ page }) => {
  await new LoginPage(page).enter(ADMIN, null)
  await page.goto('/training/overzicht')
  await page.getByRole('button', { name: 'Acties voor Toolbox tillen en dragen' }).click()
  await page.getByRole('menuitem', { name: 'Kopiëren' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Korte naam' }).fill('tillen-undo')
  await page.getByRole('dialog').getByRole('button', { name: 'Kopiëren' }).click()
  await page.waitForURL(/\/admin\/training\/wijzigen\/\d+/)
  const course = Number(/wijzigen\/(\d+)/.exec(page.url())![1])
  const steps = async () => {
    const { data } = await (await page.request.get(`/api/learning/editor/courses/${course}/draft`)).json()
    return (data.outline.modules as { activities: { key: string }[] }[]).flatMap(({ activities }) => activities.map(({ key }) => key))
  }
  const before = await steps()

  await page.getByRole('tab', { name: 'Opbouw' }).click()
  const handle = page.getByRole('button', { name: /verplaatsen$/ }).first()
  const title = (await handle.getAttribute('aria-label'))!.replace(/ verplaatsen$/, '')
  // The first save waits until the page was left.
  let sent = 0
  let release = () => {}
  const left = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/draft/parts', async (route) => {
    sent += 1
    if (sent === 1) await left
    await route.continue()
  })
  await page.getByRole('button', { name: `${title} verwijderen` }).click()
  await expect.poll(() => sent).toBe(1)
  await page.getByRole('button', { name: 'Ongedaan maken' }).click()
  await expect(mark(page)).toHaveText('Nog niet opgeslagen')
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  release()
  await expect.poll(() => sent).toBe(2)
  await expect.poll(steps).toEqual(before)
})

test('the editor’s pages are sound on a desktop and on a phone', async ({ page }) => {
  page.on('dialog', (dialog) => void dialog.accept())
  await page.setViewportSize({ width: 1280, height: 844 })
  await new LoginPage(page).enter('beheerder@bouwmeester.example', 'bouwmeester')
  await page.goto('/trainingen')
  await page.getByRole('link', { name: 'Welkom op de bouwplaats' }).click()
  const course = /wijzigen\/(\d+)/.exec(page.url())![1]!
  /** Alternates between desktop and phone width. */
  const add = async (type: string, title: string, width: (typeof WIDTHS)[number]) => {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`/admin/training/wijzigen/${course}?tab=outline`)
    await page.getByRole('button', { name: 'Stap toevoegen' }).click()
    await page.getByRole('dialog').getByRole('radio', { name: type }).check()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Titel' }).fill(title)
    await page.getByRole('dialog').getByRole('button', { name: 'Stap toevoegen' }).click()
    await isSaved(page)
    await page.getByRole('link', { name: title }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
  await add('Evaluatie', 'Mening', 390)
  await page.getByRole('button', { name: 'Vraag toevoegen' }).click()
  await isSaved(page)
  await isSoundAtBoth(page)
  await add('Externe activiteit', 'Elders', 1280)
  await add('Toets', 'Toets', 390)
  await page.getByRole('button', { name: 'Vraag toevoegen' }).click()
  await page.getByRole('menuitem', { name: 'Eén goed antwoord' }).click()
  await expect(page.getByRole('textbox', { name: 'Vraag' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Vraag' }).fill('Wat doe je eerst?')
  await isSaved(page)
  await isSoundAtBoth(page)
  const quiz = page.url().replace(/vragen(.*)\/[^/]+$/, 'quiz$1')
  for (const [index, type] of ['Volgorde', 'Koppelen', 'Plek op een afbeelding', 'Kort antwoord', 'Getal'].entries()) {
    await page.setViewportSize({ width: WIDTHS[index % 2]!, height: 844 })
    await page.goto(quiz)
    // The rows grow by this mark, so the button below them moves.
    await expect(page.getByText('Nog niet af').first()).toBeVisible()
    await page.getByRole('button', { name: 'Vraag toevoegen' }).click()
    await page.getByRole('menuitem', { name: type, exact: true }).click()
    await page.getByRole('textbox', { name: 'Vraag' }).fill(`Een vraag: ${type}`)
    await isSaved(page)
    await isSoundAtBoth(page)
  }
  await page.goto(`/admin/training/wijzigen/${course}?tab=publish`)
  await expect(page.getByText(/Nog .* kloppen niet/)).toBeVisible()
  await isSoundAtBoth(page)
})

// Filled in as in a real course: an order, pairs, areas on a picture, a word and a number.
test('the filled-in editors of the question types are sound on a desktop and on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 844 })
  await new LoginPage(page).enter(ADMIN, null)
  await page.goto('/trainingen')
  await page.getByRole('link', { name: 'Introductie offshore wind', exact: true }).click()
  await page.getByRole('tab', { name: 'Opbouw' }).click()
  await page.getByRole('link', { name: 'Oefenen: op zee en in nood' }).click()
  const links = page.locator('a[href*="/vragen/wijzigen/"]')
  await expect(links).toHaveCount(5)
  for (const path of await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!))) {
    await page.goto(path)
    await expect(page.getByRole('textbox', { name: 'Vraag (Nederlands)' })).not.toBeEmpty()
    await isSoundAtBoth(page)
  }
})

test('courses, exams, requirements and the question pool are under one page', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 844 })
  await new LoginPage(page).enter(ADMIN, null)
  await page.goto('/training/overzicht')
  await page.getByRole('tab', { name: 'Examens' }).click()
  await expect(page.getByRole('link', { name: 'Examen toevoegen' })).toBeVisible()
  await expect(page.getByText('Werken op hoogte', { exact: true })).toBeVisible()
  await isSoundAtBoth(page)
  await page.getByRole('tab', { name: 'Voorwaarden' }).click()
  await expect(page.getByText('18 jaar of ouder (geboortedatum)').first()).toBeVisible()
  await page.getByRole('button', { name: 'Voorwaarde toevoegen' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Training', exact: true }).fill('offshore')
  await page.getByRole('option', { name: /Introductie offshore wind/ }).click()
  await dialog.getByRole('combobox', { name: 'Welke training' }).fill('tillen')
  await page.getByRole('option', { name: /Toolbox tillen en dragen/ }).click()
  await dialog.getByRole('button', { name: 'Voorwaarde toevoegen' }).click()
  await expect(page.getByText('De voorwaarde geldt vanaf nu.')).toBeVisible()
  await expect(page.getByText('Toolbox tillen en dragen', { exact: true })).toBeVisible()
  await isSoundAtBoth(page)
  await page.getByRole('button', { name: 'Acties voor Introductie offshore wind' }).last().click()
  await page.getByRole('menuitem', { name: 'Verwijderen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Verwijderen' }).click()
  await expect(page.getByText('De voorwaarde geldt niet meer.')).toBeVisible()
  await page.getByRole('tab', { name: 'Vragenpool' }).click()
  await isSoundAtBoth(page)
})

test('a question that no quiz uses yet can be tagged and archived from its row', async ({ page }) => {
  await new LoginPage(page).enter('beheerder@bouwmeester.example', 'bouwmeester')
  await page.goto('/trainingen')
  await page.getByRole('button', { name: 'Acties voor Veilig starten' }).click()
  await page.getByRole('menuitem', { name: 'Vragenpool' }).click()
  await page.getByRole('button', { name: 'Vragen importeren' }).click()
  const dialog = page.getByRole('dialog')
  const file = Buffer.from('::Som:: Hoeveel is twee en twee? {=Vier ~Vijf}')
  await dialog.locator('input[type=file]').setInputFiles({ name: 'som.gift', mimeType: 'text/plain', buffer: file })
  await dialog.getByRole('button', { name: 'Importeren' }).click()
  await expect(dialog.getByText('1 vraag overgenomen.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Sluiten' }).click()
  await page.getByRole('button', { name: 'Acties voor Hoeveel is twee en twee?' }).click()
  await expect(page.getByRole('menuitem', { name: 'Label geven' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Archiveren' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archiveren' }).click()
  await expect(page.getByText('Hoeveel is twee en twee?')).toHaveCount(0)
})

test('a supervisor whose company makes no courses sees those that it uses, without actions that would fail', async ({ page }) => {
  await new LoginPage(page).enter('beheerder@noordwind.example', 'noordwind')
  await page.goto('/trainingen')
  await expect(page.getByRole('grid').getByText('Werken op hoogte').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Nieuwe training' })).toHaveCount(0)
  await isSound(page)
  await page.goto('/trainingen/vragenpool')
  await expect(page.getByText('Je bedrijf maakt geen eigen trainingen')).toBeVisible()
})

test('on a phone the list of courses is cards with one button each', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await new LoginPage(page).enter(ADMIN, null)
  await page.goto('/trainingen')
  await expect(page.getByRole('button', { name: 'Toolbox tillen en dragen', exact: true })).toBeVisible()
})
