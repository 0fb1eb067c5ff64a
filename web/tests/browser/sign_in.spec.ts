import { type Page, expect, test } from '@playwright/test'
import { LoginPage, PASSWORD } from './pages/session.js'

// Typing and pressing while a slow server has not answered yet.

const PERSON = 'leerling@noordwind.example'

/** Holds the calls of a path until they are released. */
async function hold(page: Page, path: string): Promise<() => void> {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(path, async (route) => {
    await held
    await route.continue()
  })
  return release
}

/** Counts the sign-in calls. */
function countSignIns(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/public/auth/login/')) count++
  })
  return () => count
}

async function askAddress(page: Page, address = PERSON): Promise<LoginPage> {
  const login = new LoginPage(page)
  await login.open('noordwind')
  await login.email().fill(address)
  await login.email().press('Enter')
  await expect(login.submit('Verder')).toBeDisabled()
  return login
}

for (const path of ['**/public/auth/csrf/', '**/public/register/email'])
  test(`a password typed and submitted while ${path} is pending signs in once`, async ({ page }) => {
    const signIns = countSignIns(page)
    const answer = await hold(page, path)
    const login = await askAddress(page)
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(login.email()).toHaveValue(PERSON)
    await expect(login.submit('Verder')).toBeDisabled()
    const signIn = await hold(page, '**/public/auth/login/')
    answer()
    await expect(login.submit('Inloggen')).toBeDisabled()
    signIn()
    await expect(page).toHaveURL('/deelnemer/trainingen')
    expect(signIns()).toBe(1)
  })

test('a password that is half typed when the address is answered continues in its own field', async ({ page }) => {
  const answer = await hold(page, '**/public/register/email')
  const login = await askAddress(page)
  await page.keyboard.type(PASSWORD.slice(0, 5))
  answer()
  await login.submit('Inloggen').waitFor()
  await page.keyboard.type(PASSWORD.slice(5))
  await expect(login.password()).toHaveValue(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/deelnemer/trainingen')
})

test('an extra Enter without input asks for the password and shows no error', async ({ page }) => {
  const signIns = countSignIns(page)
  const answer = await hold(page, '**/public/register/email')
  const login = await askAddress(page)
  await page.keyboard.press('Enter')
  answer()
  await login.submit('Inloggen').waitFor()
  await expect(login.password()).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(signIns()).toBe(0)
})

test('text typed during the lookup of an unknown address is not taken as a password, and the address is focused again', async ({
  page,
}) => {
  const signIns = countSignIns(page)
  const answer = await hold(page, '**/public/register/email')
  const login = await askAddress(page, 'leerlin@noordwind.example')
  await page.keyboard.type('oeps')
  await page.keyboard.press('Enter')
  answer()
  await expect(login.email()).toBeFocused()
  await expect(login.email()).toHaveAttribute('aria-invalid', 'true')
  await login.email().fill(PERSON)
  await login.email().press('Enter')
  await login.submit('Inloggen').waitFor()
  await expect(login.password()).toHaveValue('')
  expect(signIns()).toBe(0)
})

test('extra presses while the page behind the sign-in loads do not sign in twice', async ({ page }) => {
  const signIns = countSignIns(page)
  const login = new LoginPage(page)
  const next = await hold(page, '**/deelnemer/trainingen')
  await login.open('noordwind')
  await login.email().fill(PERSON)
  await login.email().press('Enter')
  await login.submit('Inloggen').waitFor()
  await login.password().fill(PASSWORD)
  const asked = page.waitForRequest('**/deelnemer/trainingen')
  await login.password().press('Enter')
  await asked
  // No frame is painted while the next page loads, so the presses do not wait for one.
  for (let press = 0; press < 5; press++) await page.keyboard.press('Enter')
  next()
  await expect(page).toHaveURL('/deelnemer/trainingen')
  expect(signIns()).toBe(1)
})
