import { expect, type Page, test } from '@playwright/test'
import { agreeToTerms, LoginPage } from './pages/session.js'
import { isSound } from './pages/sound.js'

// From an empty flow form to a participant's next step.

test.describe.configure({ mode: 'serial' })

/** Chooses courses in the form, in this order. */
async function chooseCourses(page: Page, names: readonly string[]): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Training toevoegen' })
  for (const name of names) {
    await field.fill(name)
    await page.getByRole('option', { name, exact: true }).click()
  }
  await page.keyboard.press('Escape')
}

const stepOf = (page: Page, course: string) => page.getByRole('group', { name: course, exact: true })
async function choose(page: Page, within: ReturnType<typeof stepOf>, field: string, option: string): Promise<void> {
  await within.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** The arrows of a cycle: how many points between the ends of those that lead back are under a box, and how many arrows are red. */
const closingArrow = (page: Page) =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.react-flow__node')].map((box) => box.getBoundingClientRect())
    const isUnderBox = ({ x, y }: DOMPoint) =>
      boxes.some(({ left, right, top, bottom }) => x > left + 8 && x < right - 8 && y > top && y < bottom)
    const arrows = [...document.querySelectorAll<SVGPathElement>('.react-flow__edge-path')]
    const points = arrows.flatMap((arrow) => {
      const length = arrow.getTotalLength()
      return Array.from({ length: 50 }, (_, n) =>
        new DOMPoint(...pair(arrow.getPointAtLength((length * n) / 49))).matrixTransform(arrow.getScreenCTM()!),
      )
    })
    function pair({ x, y }: DOMPoint): [number, number] {
      return [x, y]
    }
    return { hidden: points.filter(isUnderBox).length, wrong: arrows.filter((arrow) => arrow.style.stroke !== '').length }
  })

/** The dot of a training in the picture where an arrow starts or ends. */
const dotOf = (page: Page, course: string, end: 'source' | 'target') =>
  page.locator('.react-flow__node', { hasText: course }).locator(`.react-flow__handle.${end}`)

/** Draws an arrow in the picture, from one training to another. */
const draw = (page: Page, from: string, to: string) => dotOf(page, from, 'source').dragTo(dotOf(page, to, 'target'))

/** The error of a training's rule below the picture. */
const errorOf = (page: Page, course: string, words: string) => page.getByRole('alert').filter({ hasText: `${course}: ${words}` })

const [FIRST, SECOND, THIRD] = ['Werken op hoogte', 'Toolbox tillen en dragen', 'Introductie offshore wind'] as const

test('a supervisor makes a flow, sees its errors and a preview, and adds a person', async ({ page }) => {
  await new LoginPage(page).enter('beheerder@noordwind.example', 'noordwind')
  await page.goto('/flows')
  await page.getByRole('link', { name: 'Flow maken' }).click()
  await page.getByLabel('Naam', { exact: true }).fill('Nieuwe ploeg')
  await page.getByRole('button', { name: 'Flow bewaren' }).click()
  await expect(page.getByText('Kies minstens twee trainingen.')).toBeVisible()
  await chooseCourses(page, [FIRST])
  await expect(page.getByText('Kies minstens twee trainingen.')).toBeVisible()
  await chooseCourses(page, [SECOND, THIRD])
  await expect(page.getByText('Kies minstens twee trainingen.')).toHaveCount(0)

  // Each error appears at its rule while the person types.
  const first = stepOf(page, FIRST)
  await choose(page, first, 'Start', 'Na een andere training')
  await expect(first.getByText('Vul de startregel helemaal in.')).toBeVisible()
  await choose(page, first, 'Andere training', THIRD)
  const cycle = `Deze trainingen wachten op elkaar: ${[FIRST, THIRD, SECOND, FIRST].join(' → ')}.`
  await expect(page.getByText(cycle)).toBeVisible()
  // The picture says it too, in words, and to a screen reader at the step.
  await page.getByRole('radio', { name: 'Plaatje' }).click()
  await expect(page.getByText(`${FIRST}: ${cycle}`)).toBeVisible()
  await expect(page.locator(`.react-flow__node[aria-label*="${cycle}"]`)).toHaveCount(1)
  // The arrow that closes the cycle runs past the boxes, in the colour of an error, like the others of the cycle.
  await expect.poll(() => closingArrow(page)).toEqual({ hidden: 0, wrong: 3 })
  await isSound(page)
  await page.getByRole('radio', { name: 'Lijst' }).click()
  await choose(page, first, 'Start', 'Op een vaste datum')
  await expect(first.getByText('Vul de startregel helemaal in.')).toBeVisible()
  await first.getByRole('group', { name: 'Datum' }).getByRole('spinbutton').first().click()
  await page.keyboard.type('01012024')
  await choose(page, first, 'Geldt', 'Alleen op deze datum')
  await expect(first.getByText('Deze datum is al voorbij.')).toBeVisible()
  await page.getByRole('button', { name: 'Flow bewaren' }).click()
  await expect(page.getByRole('heading', { name: 'Flow maken' })).toBeVisible()
  await choose(page, first, 'Start', 'Meteen')
  await choose(page, stepOf(page, THIRD), 'Start', 'Dagen na een andere training')
  await stepOf(page, THIRD).getByLabel('Dagen', { exact: true }).fill('10')
  await isSound(page)

  // The same flow as a diagram, with the rules as labels of its arrows.
  await page.getByRole('radio', { name: 'Plaatje' }).click()
  const picture = page.getByLabel('De flow als plaatje: 3 trainingen')
  await expect(picture.getByText('10 dagen na halen')).toBeVisible()
  await isSound(page)
  // A drawn arrow that cannot be a rule changes nothing; it replaces another rule only when asked to.
  await draw(page, FIRST, FIRST)
  await expect(errorOf(page, FIRST, 'Een training kan niet op zichzelf wachten.')).toBeVisible()
  await draw(page, FIRST, SECOND)
  await expect(errorOf(page, SECOND, 'Deze startregel staat er twee keer.')).toBeVisible()
  await draw(page, FIRST, THIRD)
  await expect(errorOf(page, THIRD, 'Er zijn twee verschillende startregels voor deze training.')).toBeVisible()
  await isSound(page)
  await page.getByRole('button', { name: 'Laten staan' }).click()
  await expect(errorOf(page, THIRD, '')).toHaveCount(0)
  await expect(picture.getByText('10 dagen na halen')).toBeVisible()
  // Enter on a step opens its fields.
  await picture.getByText(SECOND).locator('xpath=ancestor::*[contains(@class, "react-flow__node")][1]').press('Enter')
  await expect(page.getByRole('radio', { name: 'Lijst' })).toBeChecked()

  // Typed values survive a reload.
  await page.reload()
  await expect(page.getByLabel('Naam', { exact: true })).toHaveValue('Nieuwe ploeg')
  await page.getByRole('button', { name: 'Flow bewaren' }).click()
  await expect(page.getByRole('heading', { name: 'Mensen toevoegen' })).toBeFocused()

  const rows = 'Naam;E-mailadres\nSanne de Vries;leerling@noordwind.example\nNiemand;niemand@nergens.example\n'
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'CSV-bestand kiezen' }).click()
  await (await choosing).setFiles({ name: 'mensen.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) })
  await expect(page.getByLabel('E-mailadressen')).toHaveValue('leerling@noordwind.example\nniemand@nergens.example')
  await page.getByRole('button', { name: 'Eerst bekijken wat er gebeurt' }).click()
  // Sanne has the course open already, so it starts for nobody.
  await expect(page.getByText('Vandaag start er niets.')).toBeVisible()
  await expect(page.getByText(`${FIRST}: Stond al open`, { exact: false })).toBeVisible()
  await expect(page.getByText('Niet gevonden: niemand@nergens.example')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Eerst bekijken wat er gebeurt' })).toBeFocused()
  await isSound(page)
  // A preview of other people than those filled in now would be wrong.
  await page.getByLabel('E-mailadressen').fill('leerling@noordwind.example niemand@nergens.example')
  await expect(page.getByText('Dit gaat er gebeuren')).toHaveCount(1)
  await page.getByLabel('E-mailadressen').fill('leerling@noordwind.example niemand@nergens.example nog@nergens.example')
  await expect(page.getByText('Dit gaat er gebeuren')).toHaveCount(0)
  await page.getByRole('button', { name: 'Toevoegen aan de flow' }).click()
  // Addresses that nobody has stay in the field, to be corrected.
  await expect(page.getByText('1 persoon toegevoegd.', { exact: false })).toBeVisible()
  await expect(page.getByLabel('E-mailadressen')).toHaveValue('niemand@nergens.example\nnog@nergens.example')
  await isSound(page)
  await expect(page.getByRole('status').filter({ hasText: '1 persoon toegevoegd.' })).toBeFocused()
  await page.getByRole('link', { name: 'Naar de flow' }).click()
  await expect(page.getByRole('grid').getByText('Sanne de Vries')).toBeVisible()
  await isSound(page)

  await page.getByRole('tab', { name: 'Geschiedenis' }).click()
  await expect(page.getByText('Sanne de Vries is toegevoegd')).toBeVisible()
  await page.getByRole('tab', { name: 'Overzicht' }).click()
  await expect(page.getByText(`Start 10 dagen nadat "${SECOND}" is gehaald`)).toBeVisible()
  await isSound(page)
})

test('the participant reads the next step and why the others are locked, on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await new LoginPage(page).enter('leerling@noordwind.example', 'noordwind')
  await page.goto('/deelnemer/trainingen')
  const flow = page.getByRole('region', { name: 'Je flows' })
  await expect(flow.getByRole('heading', { name: 'Nieuwe ploeg' })).toBeVisible()
  await expect(flow.getByText('0 van 3')).toBeVisible()
  await flow.getByText('Alle stappen').click()
  await expect(flow.getByText(`Wacht tot "${FIRST}" is gehaald.`)).toBeVisible()
  await isSound(page)
  await flow.getByRole('link', { name: `${FIRST} starten` }).click()
  await expect(page.getByRole('heading', { name: FIRST })).toBeVisible()
})

test('a supervisor reads the same on the person, edits the flow on a phone, and deletes it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await new LoginPage(page).enter('beheerder@noordwind.example', 'noordwind')
  await page.goto('/flows')
  await page.getByText('Nieuwe ploeg').click()
  await page.getByRole('tab', { name: 'Bewerken' }).click()
  await choose(page, stepOf(page, SECOND), 'Start', 'Meteen')
  await isSound(page)
  await page.getByRole('radio', { name: 'Plaatje' }).click()
  // Two taps draw an arrow, because dragging is hard on a phone.
  await dotOf(page, FIRST, 'source').click()
  await dotOf(page, THIRD, 'target').click()
  await expect(errorOf(page, THIRD, 'Er zijn twee verschillende startregels voor deze training.')).toBeVisible()
  await isSound(page)
  await page.getByRole('button', { name: 'Vervangen' }).click()
  await expect(page.getByLabel('De flow als plaatje: 3 trainingen').getByText('zodra gehaald')).toBeVisible()
  await expect(page.getByText('10 dagen na halen')).toHaveCount(0)
  await page.getByRole('button', { name: 'Flow bewaren' }).click()
  await expect(page.getByRole('tab', { name: 'Overzicht' })).toHaveAttribute('aria-selected', 'true')
  // The form is gone: the keyboard continues at the name of the flow.
  await expect(page.getByRole('heading', { level: 1, name: 'Nieuwe ploeg' })).toBeFocused()
  await page.getByRole('tab', { name: 'Mensen' }).click()
  await page.getByText('Sanne de Vries').click()
  await expect(
    page
      .getByText('Stond al open', { exact: false })
      .or(page.getByText('Klaargezet op', { exact: false }))
      .first(),
  ).toBeVisible()
  await isSound(page)
  await page.goto('/flows')
  await page.getByText('Nieuwe ploeg').click()
  await page.getByRole('button', { name: 'Meer acties' }).click()
  await page.getByRole('menuitem', { name: 'Flow verwijderen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Flow verwijderen' }).click()
  await expect(page.getByText('"Nieuwe ploeg" is verwijderd')).toBeVisible()
})

test('from an empty screen to an active flow of three steps with ten people takes at most 20 clicks', async ({ page }) => {
  // The page counts what a person would do with a mouse; typing is no click.
  await page.addInitScript(() => {
    addEventListener('click', () => sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1)), true)
  })
  await new LoginPage(page).enter('beheerder@noordwind.example', 'noordwind')
  const { data } = await (await page.request.get('/api/people/participants?status=active&role=leerling&per_page=10')).json()
  const emails = (data as { email: string }[]).map(({ email }) => email)
  expect(emails).toHaveLength(10)
  await page.goto('/flows')
  await page.evaluate(() => sessionStorage.setItem('clicks', '0'))
  await page.getByRole('link', { name: 'Flow maken' }).click()
  await page.getByLabel('Naam', { exact: true }).click()
  await page.getByLabel('Naam', { exact: true }).fill('In twintig klikken')
  await page.getByRole('combobox', { name: 'Training toevoegen' }).click()
  await chooseCourses(page, [FIRST, SECOND, THIRD])
  await page.getByRole('button', { name: 'Flow bewaren' }).click()
  await page.getByLabel('E-mailadressen').click()
  await page.getByLabel('E-mailadressen').fill(emails.join('\n'))
  await page.getByRole('button', { name: 'Toevoegen aan de flow' }).click()
  await expect(page.getByText('10 mensen toegevoegd', { exact: false })).toBeVisible()
  await expect(page.getByText('Deze flow staat uit')).toHaveCount(0)
  const clicks = Number(await page.evaluate(() => sessionStorage.getItem('clicks')))
  expect(clicks).toBeGreaterThan(5)
  expect(clicks).toBeLessThanOrEqual(20)
})

/** Makes a flow of these trainings through the API, each after the one before it, with these people. */
async function makeFlow({ request }: Page, name: string, trainings: readonly string[], emails: readonly string[]): Promise<number> {
  const { csrf_token: token } = await (await request.get('/public/auth/csrf/')).json()
  const headers = { 'X-CSRF-Token': token as string }
  const { courses } = (await (await request.get('/api/flows/options')).json()).data as { courses: { id: number; name: string }[] }
  const steps = trainings.map((wanted, index) => {
    const course = courses.find((one) => one.name === wanted)!.id
    return { key: `s${index}`, course, due_days: null, optional: false }
  })
  const rules = steps.map(({ key }, index) =>
    index ? { step: key, type: 'status', other: `s${index - 1}`, when: 'finished' } : { step: key, type: 'direct' },
  )
  const definition = { steps, rules, finish: null, expired: 'restart', skip_held: true, repeat_months: null }
  const made = await request.post('/api/flows/flows', { headers, data: { name, active: true, groups: [], definition } })
  const { id } = (await made.json()).data as { id: number }
  const added = await request.post(`/api/flows/flows/${id}/people`, { headers, data: { members: [], groups: [], emails } })
  expect(((await added.json()) as { data: { joined: number } }).data.joined).toBe(emails.length)
  return id
}

test('a participant passes a step on a phone and finds the next one without reloading', async ({ page, browser }) => {
  const email = 'kevin.de.groot@noordwind.example'
  await new LoginPage(page).enter('beheerder@noordwind.example', 'noordwind')
  await makeFlow(page, 'Op de steiger', ['Zekeren van gereedschap', 'Poortinstructie'], [email])
  const phone = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true })
  await agreeToTerms(phone)
  await new LoginPage(phone).enter(email, 'noordwind')
  await phone.goto('/deelnemer/trainingen')
  const flow = phone.getByRole('region', { name: 'Je flows' })
  await flow.getByRole('link', { name: 'Zekeren van gereedschap starten' }).tap()
  await phone.getByRole('button', { name: 'Nederlands' }).tap()
  await phone.getByRole('button', { name: 'Training starten' }).tap()
  await expect(phone.getByRole('heading', { name: 'Controleren' })).toBeVisible()
  await phone.getByRole('button', { name: 'Gelezen, ga verder' }).tap()
  await expect(phone.getByRole('heading', { name: 'Borgen' })).toBeVisible()
  await phone.getByRole('button', { name: 'Gelezen, ga verder' }).tap()
  await expect(phone.getByText('Gefeliciteerd, je bent geslaagd!')).toBeVisible()
  await phone.getByRole('main').getByRole('link', { name: 'Mijn trainingen' }).tap()
  // Both in the flow and among the open trainings, although the page was open before the flow gave it.
  await expect(flow.getByText('Nu: Poortinstructie')).toBeVisible()
  await expect(phone.getByRole('main').getByRole('heading', { name: 'Poortinstructie' })).toBeVisible()
  await isSound(phone)
  await phone.close()
})

test('a long flow stays readable in the picture, and wrong numbers are refused at their field', async ({ page }) => {
  await new LoginPage(page).enter('beheerder@noordwind.example', 'noordwind')
  const trainings = [FIRST, SECOND, THIRD, 'Zekeren van gereedschap', 'Poortinstructie', 'Industriële reiniging met hogedruk']
  const id = await makeFlow(page, 'Lange flow', [...trainings, 'Veilig werken, examen op afstand'], [])
  await page.goto(`/flows/flow?flow=${id}&tab=edit`)
  await page.getByRole('radio', { name: 'Plaatje' }).click()
  const boxes = page.locator('.react-flow__node')
  await expect(boxes).toHaveCount(7)
  // It shows its beginning at a readable size, not everything too small.
  const scale = () => page.locator('.react-flow__viewport').evaluate((view) => new DOMMatrix(getComputedStyle(view).transform).a)
  await expect.poll(scale).toBeGreaterThanOrEqual(0.6)
  await expect(boxes.first()).toBeInViewport()
  await isSound(page)
  await page.getByRole('radio', { name: 'Lijst' }).click()
  const due = stepOf(page, SECOND).getByLabel('Afronden binnen (dagen)')
  await due.fill('30 d')
  await page.getByRole('button', { name: 'Flow bewaren' }).click()
  await expect(due).toBeFocused()
  await expect(stepOf(page, SECOND).getByText('Vul een heel getal in.')).toBeVisible()
  await due.fill('30')

  // A save on a bad network gets no answer for a while. Who looks elsewhere meanwhile finds the typed values again.
  await page.route(/\/api\/flows\/flows\/\d+$/, (route) => (route.request().method() === 'PUT' ? undefined : route.fallback()))
  await page.getByRole('button', { name: 'Flow bewaren' }).click()
  await page.getByRole('tab', { name: 'Geschiedenis' }).click()
  await page.getByRole('tab', { name: 'Bewerken' }).click()
  await expect(due).toHaveValue('30')
})

test('an admin who changes the company keeps only what that company has', async ({ page }) => {
  await new LoginPage(page).enter('admin@platform.example', null)
  await page.goto('/flows/aanmaken')
  await expect(page.getByText('Kies eerst een bedrijf.').first()).toBeVisible()
  const company = page.getByRole('combobox', { name: 'Bedrijf' })
  await company.click()
  await page.getByRole('option', { name: 'Noordwind' }).click()
  await chooseCourses(page, [FIRST, 'Zekeren van gereedschap'])
  await company.click()
  await page.getByRole('option', { name: 'Bouwmeester' }).click()
  await expect(page.getByText('1 keuze is weggehaald, omdat dit bedrijf die niet heeft')).toBeVisible()
  await expect(page.getByRole('group', { name: FIRST, exact: true })).toBeVisible()
  await expect(page.getByRole('list').getByRole('group')).toHaveCount(1)
  await isSound(page)
})
