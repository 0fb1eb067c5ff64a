import type { Page } from '@playwright/test'

/** A participant's way through a course. This class has locators and steps; the specs make the assertions. */
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
  readonly check = () => this.page.getByRole('button', { name: 'Controleren', exact: true })
  readonly explanation = () => this.page.getByText(/^(Goed!|Niet goed)$/)
  readonly practiced = () => this.page.getByRole('button', { name: 'Klaar, ga verder' })
  readonly place = (position: number, total: number | string = '\\d+') =>
    this.page.getByText(new RegExp(`^Vraag ${position} van ${total}$`))

  async open(name: string): Promise<void> {
    // By its exact name: the card on top also links to the next step.
    await this.training(name).getByRole('link', { name, exact: true }).click()
    await this.page.getByRole('heading', { level: 1, name }).waitFor()
  }

  /** Chooses the course's language, unless an earlier test of the file did. */
  async chooseLanguage(name: string): Promise<void> {
    const begin = this.mainAction(/^(Training starten|Verder gaan)$/).first()
    await this.language(name).or(begin).first().waitFor()
    if (await this.language(name).isVisible()) await this.language(name).click()
  }

  /** Reads pages until a step that is not a text; practice begins without a press. */
  async readOn(): Promise<void> {
    const read = this.page.getByRole('button', { name: 'Gelezen, ga verder' })
    const otherStep = this.page.getByRole('button', { name: /^(Terug naar de training|Evaluatie versturen)$/ })
    const title = this.page.getByRole('heading', { level: 1 })
    for (;;) {
      await read.or(otherStep).or(this.question()).first().waitFor()
      if (!(await read.isVisible())) return
      const before = (await title.textContent()) ?? ''
      await read.click()
      await title.filter({ hasNotText: before }).waitFor()
    }
  }

  /** Ticks answers by their text; the browser does not have their IDs. */
  async answer(texts: readonly string[]): Promise<void> {
    for (const text of texts) await this.question().getByText(text, { exact: true }).click()
  }

  /** The text of the visible question. */
  async asked(): Promise<string> {
    return ((await this.question().locator(':scope > legend').textContent()) ?? '').replace(/\s+/g, ' ').trim()
  }

  /** Whether choosing an answer moves to the next question: true for the first choice of a single-choice question that is not the last. */
  async leadsOn(): Promise<boolean> {
    const isOne = (await this.question().locator('input[type=radio]').count()) > 0
    const isLast = await this.page.getByText(/^Vraag (\d+) van \1$/).isVisible()
    return isOne && !isLast && (await this.question().locator('input:checked').count()) === 0
  }

  /** Takes a test to its end and presses no more than necessary at each question. */
  async take(choose: (question: string) => readonly string[]): Promise<void> {
    for (;;) {
      const question = await this.asked()
      const leadsOn = await this.leadsOn()
      await this.answer(choose(question))
      await this.saved().waitFor()
      if (!leadsOn) {
        const isLast = (await this.next().textContent()) === 'Toets inleveren'
        await this.next().click()
        if (isLast) break
      }
      await this.question().locator(':scope > legend').filter({ hasText: question }).waitFor({ state: 'detached' })
    }
    await this.page.waitForURL(/\/quiz\/resultaten\//)
  }

  /** Practises to the end: several answers are checked by a button, a single answer by choosing it. */
  async practise(choose: (question: string) => readonly string[]): Promise<void> {
    while (await this.question().count()) {
      const explained = await this.explanation().count()
      const isOne = (await this.question().locator('input[type=radio]').count()) > 0
      await this.answer(choose(await this.asked()))
      if (!isOne) await this.check().click()
      await this.explanation().nth(explained).waitFor()
    }
    await this.practiced().click()
    await this.page.waitForURL((url) => !url.pathname.includes('/quiz/poging/'))
  }
}
