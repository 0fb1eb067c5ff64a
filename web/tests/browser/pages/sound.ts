import axe from 'axe-core'
import { type Frame, type Page, expect } from '@playwright/test'
import { LOADING } from './session.js'

/** Loads axe into a document and the frames in it, once. Frames that run no script are left out. */
async function loadAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
  for (const child of frame.childFrames()) {
    const sandbox = await (await child.frameElement()).getAttribute('sandbox')
    if (sandbox === null || sandbox.includes('allow-scripts')) await loadAxe(child)
  }
}

/**
 * Returns the violations that axe finds in a document, one per line.
 * @param except selector of content that is not ours
 */
async function violationsOf(frame: Frame, except?: string): Promise<string[]> {
  await loadAxe(frame)
  // Without `no-passes` axe describes every element that passed, which takes as long as the check itself.
  const violations = await frame.evaluate(async (exclude) => {
    const { axe: loaded } = window as unknown as { axe: typeof axe }
    const context = exclude ? { exclude: [exclude] } : document
    return (await loaded.run(context, { reporter: 'no-passes', resultTypes: ['violations'] })).violations
  }, except)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/** Waits until the screen is rendered: the old one, the skeleton of the next one and all animations are gone. */
async function rendered(page: Page): Promise<void> {
  // Some waits never end on a busy machine, so this one is bounded. The next line waits until the skeletons are gone.
  await page.waitForLoadState('networkidle', { timeout: 30_000 }).catch(() => {})
  await expect(page.getByRole('status', { name: LOADING })).toHaveCount(0)
  // A list is dimmed while it loads other rows.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  // By element: content behind a dialog has no role.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  // A fading menu has other colours. The pulse of a skeleton never ends, so it is left out.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  )
}

/**
 * The faults of the rendered screen: what axe finds, and content that overflows horizontally.
 * @param except selector of content that is not ours
 */
export async function faultsOf(page: Page, except?: string): Promise<string[]> {
  await rendered(page)
  const faults = await violationsOf(page.mainFrame(), except)
  const fits = await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
  return fits ? faults : [...faults, 'overflows horizontally']
}

/** Checks that the screen is rendered and has no faults, see `faultsOf`. */
export async function isSound(page: Page, except?: string): Promise<void> {
  expect(await faultsOf(page, except)).toEqual([])
}

/** Checks that axe finds nothing in the platform's page, which the page of another system frames. */
export async function frameIsSound(page: Page): Promise<void> {
  expect(await violationsOf(page.mainFrame().childFrames()[0]!)).toEqual([])
}
