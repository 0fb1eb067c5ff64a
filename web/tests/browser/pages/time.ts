import type { Page } from '@playwright/test'

/** Waits until the page has rendered its current state. */
export const nextFrame = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))))

/**
 * Advances the page's clock and runs every timer that ends meanwhile: what has not happened afterwards will not happen without input. Needs
 * `page.clock.install()` before the page is opened.
 */
export async function advanceClock(page: Page, milliseconds: number): Promise<void> {
  await page.clock.runFor(milliseconds)
  await nextFrame(page)
}
