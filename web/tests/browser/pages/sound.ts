import AxeBuilder from '@axe-core/playwright'
import { type Page, expect } from '@playwright/test'
import { LOADING } from './session.js'

/**
 * What axe finds on the current page, one violation per line.
 * @param except selector of content that is not ours
 */
async function violationsOf(page: Page, except?: string): Promise<string[]> {
  // Collecting the results on a separate page of axe costs more than the check itself; that mode is meant for cross-site frames.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations } = await (except ? axe.exclude(except) : axe).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/**
 * Checks that the screen is rendered, that axe finds nothing on it and that nothing overflows horizontally.
 * @param except selector of content that is not ours
 */
export async function isSound(page: Page, except?: string): Promise<void> {
  // Waits until the old screen and the skeleton of the next one are gone.
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('status', { name: LOADING })).toHaveCount(0)
  // By element: content behind a dialog has no role.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  // A fading menu has other colours. The pulse of a skeleton never ends, so it is left out.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  )
  expect(await violationsOf(page, except)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'nothing to scroll sideways').toBe(true)
}
