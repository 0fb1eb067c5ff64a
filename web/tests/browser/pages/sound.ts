import AxeBuilder from '@axe-core/playwright'
import { type Page, expect } from '@playwright/test'
import { LOADING } from './session.js'

/**
 * What axe finds on the page as it is, a line each.
 * @param except what somebody else made, as a selector
 */
async function violationsOf(page: Page, except?: string): Promise<string[]> {
  // Put together on a page of axe's own the results cost more than the look; that is for frames of other sites.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations } = await (except ? axe.exclude(except) : axe).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/**
 * The screen is there, axe finds nothing on it, and nothing reaches out at its sides.
 * @param except what somebody else made, as a selector
 */
export async function isSound(page: Page, except?: string): Promise<void> {
  // Not a screen that is on its way out, nor the skeleton of the next one.
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('status', { name: LOADING })).toHaveCount(0)
  // By its element: what lies behind a dialog has no role.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  // A menu that fades has other colours. A skeleton's pulse never ends, so it is left out.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  )
  expect(await violationsOf(page, except)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'nothing to scroll sideways').toBe(true)
}
