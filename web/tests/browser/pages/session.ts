import type { Page } from '@playwright/test'

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

/** What a skeleton is called while a page loads. */
export const LOADING = 'Bezig met laden'
