import type { Page } from '@playwright/test'

/** A participant's way through a course. Locators and steps; what must hold stands in the specs. */
export class CoursePages {
  constructor(readonly page: Page) {}

  readonly training = (name: string) => this.page.getByRole('article').filter({ hasText: name })
  readonly language = (name: string) => this.page.getByRole('button', { name, exact: true })
  readonly mainAction = (name: string | RegExp) => this.page.getByRole('button', { name })
  readonly step = (name: string) => this.page.getByRole('button', { name: new RegExp(name) })
  readonly question = () => this.page.getByRole('group')
  readonly answers = () => this.question().locator('input[type=radio], input[type=checkbox]')
  readonly saved = () => this.page.getByRole('status').filter({ hasText: /^Bewaard$/ })
  readonly next = () => this.page.getByRole('button', { name: /^(Volgende vraag|Toets inleveren)$/ })

  async open(name: string): Promise<void> {
    // By its own name: the card on top also leads into the next step.
    await this.training(name).getByRole('link', { name, exact: true }).click()
    await this.page.getByRole('heading', { level: 1, name }).waitFor()
  }

  /** Reads pages until one that is not a text. */
  async readOn(): Promise<void> {
    const read = this.page.getByRole('button', { name: 'Gelezen, ga verder' })
    const otherStep = this.page.getByRole('button', { name: /^(Terug naar de training|Evaluatie versturen)$/ })
    const title = this.page.getByRole('heading', { level: 1 })
    for (;;) {
      await read.or(otherStep).first().waitFor()
      if (!(await read.isVisible())) return
      const before = (await title.textContent()) ?? ''
      await read.click()
      await title.filter({ hasNotText: before }).waitFor()
    }
  }

  /** Ticks answers by their text; the browser knows no keys. */
  async answer(texts: readonly string[]): Promise<void> {
    for (const text of texts) await this.question().getByText(text, { exact: true }).click()
  }
}
