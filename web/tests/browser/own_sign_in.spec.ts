import { expect, test } from '@playwright/test'
import { type TestProvider, startProvider } from '../../../core/testing/oidc_provider.js'
import { LoginPage, PASSWORD, ProfileMenu } from './pages/session.js'
import { isSound } from './pages/sound.js'

// Passkeys belong to a host name, and the tests' own address is an IP address. The host name localhost is used for packages.
const byName = process.env.BASE_URL!.replace('127.0.0.1', 'leren.localhost')

test('a passkey is added on the profile, used to sign in, and removed again', async ({ page, context }) => {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const admin = 'mini@platform.example'
  const login = new LoginPage(page)
  const enter = async () => {
    await page.goto(`${byName}/`)
    await login.email().fill(admin)
    await page.keyboard.press('Enter')
    await page.getByLabel('Wachtwoord', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
  }
  await enter()
  await page.waitForURL((address) => address.pathname !== '/')
  await page.goto(`${byName}/profiel`)
  const section = page.getByRole('region', { name: 'Tweede stap bij het inloggen' })
  await section.getByRole('button', { name: 'Passkey toevoegen' }).click()
  await section.getByLabel('Naam van de passkey').fill('Werktelefoon')
  await section.getByLabel('Je wachtwoord', { exact: true }).fill(PASSWORD)
  await section.getByRole('button', { name: 'Passkey maken' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(10)
  await section.getByRole('button', { name: 'Ik heb ze bewaard' }).click()
  await expect(section.getByText('Werktelefoon', { exact: true })).toBeVisible()
  await isSound(page)

  await new ProfileMenu(page).signOut()
  await page.waitForURL((address) => address.pathname === '/')
  await enter()
  await expect(page.getByRole('heading', { name: 'Nog één stap' })).toBeVisible()
  await isSound(page)
  await page.getByRole('button', { name: 'Passkey gebruiken' }).click()
  await page.waitForURL((address) => address.pathname !== '/')

  await page.goto(`${byName}/profiel`)
  await section.getByRole('button', { name: 'Werktelefoon verwijderen' }).click()
  await section.getByLabel('Je wachtwoord', { exact: true }).fill(PASSWORD)
  await section.getByRole('button', { name: 'Werktelefoon verwijderen' }).click()
  await expect(section.getByRole('button', { name: 'Authenticator-app instellen' })).toBeVisible()
})

test('an admin enables the company’s single sign-on, and a person signs in with it', async ({ page, browser }) => {
  const provider: TestProvider = await startProvider([`${process.env.BASE_URL!}/directory/callback`])
  await new LoginPage(page).signIn('admin@platform.example', null)
  const { data } = (await (await page.request.get('/api/companies?search=examenhuis')).json()) as { data: { id: number }[] }
  const { id } = data[0]!
  await page.goto(`/admin/bedrijven?company=${id}`)
  const panel = page.getByRole('dialog')
  await panel.getByLabel('E-maildomeinen van het bedrijf').fill('examenhuis.example')
  await panel.getByRole('button', { name: 'Opslaan' }).click()
  await expect(page.getByText(/opgeslagen/i).first()).toBeVisible()
  await page.goto(`/admin/bedrijven/aanmelden?id=${id}`)
  const form = page.getByRole('region', { name: 'Inlogdienst van het bedrijf' })
  const fill = async (name: string) => {
    await form.getByLabel('Naam op de knop').fill(name)
    await form.getByLabel('Adres van de dienst (issuer)').fill(provider.issuer)
    await form.getByLabel('Client-ID').fill(provider.clientId)
    await form.getByLabel('Client secret').fill(name && provider.clientSecret)
    await form.getByRole('button', { name: 'Opslaan' }).click()
  }
  await fill('Examenhuis-account')
  await expect(form.getByText('Aan', { exact: true })).toBeVisible()
  await isSound(page)

  provider.person = { sub: 'examiner', email: 'examinator@examenhuis.example', email_verified: true }
  const visitor = await (await browser.newContext({ locale: 'nl-NL' })).newPage()
  await visitor.goto('/login/examenhuis')
  await visitor.getByRole('link', { name: 'Inloggen met Examenhuis-account' }).click()
  // Nobody of this company has agreed to the terms yet, so they are shown before the page.
  await visitor.getByRole('button', { name: 'Ik ga akkoord' }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await visitor.evaluate(() => fetch('/user/identify').then((answer) => answer.json()))).toMatchObject({ user_role: 'examinator' })

  provider.person = { sub: 'nobody', email: 'niemand@elsewhere.example', email_verified: true }
  const other = await (await browser.newContext({ locale: 'nl-NL' })).newPage()
  await other.goto('/directory/sign_in?company=examenhuis')
  await expect(other.getByRole('heading', { name: 'Inloggen is niet gelukt' })).toBeVisible()
  await expect(other.getByText(/hoort niet bij de e-maildomeinen/)).toBeVisible()
  await isSound(other)
  await fill('')
  await expect(form.getByText('Uit', { exact: true })).toBeVisible()
  await visitor.context().close()
  await other.context().close()
  await provider.stop()
})
