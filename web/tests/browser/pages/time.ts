import type { Page } from '@playwright/test'

/** Waits until the page has drawn what it knows by now. */
export const nextFrame = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))))

/**
 * Lets the page's clock run, with every timer that ends meanwhile: what has not happened afterwards does not happen by itself.
 * Needs `page.clock.install()` before the page is opened.
 */
export async function letTimePass(page: Page, milliseconds: number): Promise<void> {
  await page.clock.runFor(milliseconds)
  await nextFrame(page)
}
