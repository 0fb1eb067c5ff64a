import AxeBuilder from '@axe-core/playwright'
import { type Page, expect } from '@playwright/test'
import { LOADING } from './session.js'

/**
 * Returns the violations that axe finds on the current page, one per line.
 * @param except selector of content that is not ours
 */
async function violationsOf(page: Page, except?: string): Promise<string[]> {
  // Collecting the results on a separate page of axe costs more than the check itself; that mode is meant for cross-site frames.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations } = await (except ? axe.exclude(except) : axe).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/** Waits until the screen is rendered: the old one, the skeleton of the next one and all animations are gone. */
async function rendered(page: Page): Promise<void> {
  // Some waits never end on a busy machine, so this one is bounded. The next line waits until the skeletons are gone.
  await page.waitForLoadState('networkidle', { timeout: 30_000 }).catch(() => {})
  await expect(page.getByRole('status', { name: LOADING })).toHaveCount(0)
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
  const faults = await violationsOf(page, except)
  const fits = await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
  return fits ? faults : [...faults, 'overflows horizontally']
}

/** Checks that the screen is rendered and has no faults, see `faultsOf`. */
export async function isSound(page: Page, except?: string): Promise<void> {
  expect(await faultsOf(page, except)).toEqual([])
}
