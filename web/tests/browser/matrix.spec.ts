import { expect, test } from '@playwright/test'
import { LoginPage } from './pages/session.js'

// The size that the specification names for a matrix: 5,000 people by 100 skills. Its speed is measured elsewhere; this spec checks the
// rendering and loading that keep it fast.

const PEOPLE = 5000
const SKILLS = 100
/** The limit covers the cells in view at 1280 by 900 (13 rows of 7 columns) and those around them; all of them would be half a million. */
const MOST_CELLS = 500

const columns = Array.from({ length: SKILLS }, (_, index) => ({
  ...{ id: index + 1, name: `Vaardigheid ${index + 1}`, company: 'Noordwind', company_id: 1, required: 9, met: 3, held: 4 },
}))
const rows = Array.from({ length: PEOPLE }, (_, index) => ({
  ...{ id: index + 1, name: `Persoon ${index + 1}`, email: `p${index + 1}@noordwind.example`, company: 'Noordwind', company_id: 1 },
  cells: [1, 40, SKILLS].map((skill) => ({ skill, state: 'valid', required: true, origin: 'course', valid_until: '2030-05-01' })),
}))

test('renders only the visible part of 5,000 people by 100 skills; headers stay, and the keys reach the last cell', async ({ page }) => {
  const asked: number[] = []
  let holding = false
  const held: (() => Promise<void>)[] = []
  await page.route(/\/api\/skills\/matrix(\?|$)/, async (route) => {
    const { searchParams: query } = new URL(route.request().url())
    const [number, size] = [Number(query.get('page')), Number(query.get('per_page'))]
    asked.push(number)
    const data = rows.slice((number - 1) * size, number * size)
    const answer = () => route.fulfill({ json: { data, meta: { total: PEOPLE, page: number, per_page: size } } })
    if (holding) held.push(answer)
    else await answer()
  })
  await page.route(/\/api\/skills\/matrix\/columns/, (route) => route.fulfill({ json: { data: columns } }))
  await new LoginPage(page).enter('beheerder@noordwind.example', 'noordwind')
  await page.goto('/skills')
  const grid = page.getByRole('grid', { name: 'Vaardigheden' })
  await expect(grid).toHaveAttribute('aria-rowcount', String(PEOPLE + 2))
  await expect(grid).toHaveAttribute('aria-colcount', String(SKILLS + 1))
  await expect(page.getByText(/vindt alleen wat nu in beeld staat/)).toBeVisible()
  const cells = grid.getByRole('gridcell')
  const bounded = async () => {
    const drawn = await cells.count()
    expect(drawn).toBeGreaterThan(50)
    expect(drawn).toBeLessThan(MOST_CELLS)
  }
  await bounded()

  const scrollTo = (top: number, left: number) => grid.evaluate((table, to) => table.parentElement!.scrollTo(to), { top, left })
  await scrollTo(2500 * 56, 38 * 160)
  await expect(grid.getByRole('rowheader', { name: 'Persoon 2505', exact: true })).toBeInViewport()
  await expect(grid.getByRole('columnheader', { name: /^Vaardigheid 40 / })).toBeInViewport()
  await expect(grid.getByRole('button', { name: /^Persoon 2505, Vaardigheid 40/ })).toBeInViewport()
  await bounded()

  // Rows that are only scrolled past are not loaded: neither all hundred pages nor those on the way.
  expect(asked.length).toBeLessThan(8)
  expect(asked).toEqual(expect.arrayContaining([1, 51]))

  // The matrix is one stop of the Tab key. From there the keys reach the last cell, which was not rendered before.
  await scrollTo(0, 0)
  await grid.getByRole('link', { name: 'Persoon 1', exact: true }).focus()
  holding = true
  await page.keyboard.press('Control+End')
  await expect(grid.getByRole('row', { name: 'Bezig met laden' }).last()).toBeInViewport()
  holding = false
  for (const answer of held) await answer()
  const last = grid.getByRole('button', { name: new RegExp(`^Persoon ${PEOPLE}, Vaardigheid ${SKILLS}`) })
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport()
  await expect(grid.locator('[tabindex="0"]')).toHaveCount(1)
  await bounded()
})

test('all tabs of a person are visible at 1280 px', async ({ page }) => {
  await new LoginPage(page).signIn('beheerder@noordwind.example', 'noordwind')
  const { data } = (await (await page.request.get('/api/people/participants')).json()) as { data: { id: number }[] }
  await page.goto(`/deelnemers/profiel?participant=${data[0]!.id}`)
  // Leaves out the tabs of the plugins that `npm test` generated.
  const tabs = page.getByRole('tab').filter({ hasNotText: /lost property|wish list/i })
  // One tab is rendered first; the tabs of other plugins appear with their translations.
  await expect.poll(() => tabs.count()).toBe(9)
  const widths = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().width))
  const { width: room } = (await page.getByRole('tablist').boundingBox())!
  expect(widths.reduce((sum, width) => sum + width)).toBeLessThanOrEqual(room)
})

test('a known proof fills in a new skill, and proofs that the company has are not offered', async ({ page }) => {
  await new LoginPage(page).signIn('beheerder@noordwind.example', 'noordwind')
  const { csrf_token: token } = (await (await page.request.get('/public/auth/csrf/')).json()) as { csrf_token: string }
  const { data } = (await (await page.request.get('/api/skills/options')).json()) as { data: { skills: { id: number; name: string }[] } }
  const { id } = data.skills.find(({ name }) => name === 'GPI')!
  expect((await page.request.delete(`/api/skills/skills/${id}`, { headers: { 'X-CSRF-Token': token } })).ok()).toBe(true)

  await page.goto('/skills?vaardigheid=nieuw')
  const form = page.getByRole('dialog', { name: 'Vaardigheid toevoegen' })
  const presets = form.getByRole('group', { name: 'Bekende bewijzen' }).getByRole('button')
  await expect(presets).toHaveText(['GPI'])
  await presets.click()
  await expect(form.getByRole('textbox', { name: 'Naam' })).toHaveValue('GPI')
  await expect(form.getByRole('textbox', { name: 'Geldig, in maanden' })).toHaveValue('12')
  await form.getByRole('button', { name: 'Vaardigheid toevoegen' }).click()
  await expect(form).toHaveCount(0)
})
