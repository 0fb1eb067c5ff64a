import { type Browser, expect, type Page } from '@playwright/test'

export const PASSWORD = 'Welkom-2026!'

/** The branded login page. */
export class LoginPage {
  constructor(readonly page: Page) {}

  readonly email = () => this.page.getByLabel('E-mailadres')
  readonly password = () => this.page.getByLabel('Wachtwoord', { exact: true })
  readonly submit = (name: 'Verder' | 'Inloggen') => this.page.getByRole('button', { name, exact: true })

  async open(loginId: string | null): Promise<void> {
    await this.page.goto(loginId ? `/login/${loginId}` : '/login')
  }

  async signIn(email: string, loginId: string | null): Promise<void> {
    await this.open(loginId)
    await this.email().fill(email)
    await this.email().press('Enter')
    await this.password().fill(PASSWORD)
    await this.password().press('Enter')
    await this.page.waitForURL((url) => !url.pathname.startsWith('/login'))
  }

  /**
   * Signs in by the call that this page makes and the cookies that it sets. For tests of the pages behind the sign-in, which navigate to
   * one next. Signing in through the form took half the time of a short test.
   */
  async enter(email: string, loginId: string | null): Promise<void> {
    const { request } = this.page
    const { csrf_token: token } = (await (await request.get('/public/auth/csrf/')).json()) as { csrf_token: string }
    const answer = await request.post('/public/auth/login/', {
      headers: { 'X-CSRF-Token': token },
      data: { email, password: PASSWORD, company: loginId },
    })
    expect(answer.status()).toBe(200)
    const url = new URL('/', answer.url()).href
    await this.page.context().addCookies(['logged_in', 'logged_in_session'].map((name) => ({ name, value: '1', url })))
  }
}

/** Agrees to the terms wherever the page asks for it: once for each person, in whichever test they come first. */
export async function agreeToTerms(page: Page): Promise<void> {
  const agree = page.getByRole('dialog', { name: 'De voorwaarden' }).getByRole('button', { name: 'Ik ga akkoord' })
  await page.addLocatorHandler(agree, () => agree.click())
}

/** Signs in on another device and ends all other sessions of the person. */
export async function endOtherSessions(browser: Browser, email: string, loginId: string): Promise<void> {
  const elsewhere = await browser.newPage()
  await new LoginPage(elsewhere).signIn(email, loginId)
  const csrf = (await (await elsewhere.request.get('/public/auth/csrf/')).json()) as { csrf_token: string }
  const ended = await elsewhere.request.post('/api/core/account/sessions/end', {
    headers: { 'X-CSRF-Token': csrf.csrf_token },
    data: { which: 'others' },
  })
  expect(ended.ok()).toBe(true)
  await elsewhere.close()
}

/** The menu behind the person's initials. */
export class ProfileMenu {
  constructor(readonly page: Page) {}

  readonly opener = () => this.page.getByRole('button', { name: /^Profielmenu van / })
  readonly dialog = () => this.page.getByRole('dialog', { name: /^Profielmenu van / })

  async signOut(): Promise<void> {
    await this.opener().click()
    await this.dialog().getByRole('button', { name: 'Uitloggen', exact: true }).click()
  }
}

/** The accessible name of a skeleton while a page loads. */
export const LOADING = 'Bezig met laden'
