import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { package12, package2004 } from '../../../plugins/learning/tests/packages.js'
import { callsOf, packageFrame } from './pages/package_course.js'
import { LoginPage } from './pages/session.js'
import { isSound } from './pages/sound.js'

// A company's own course with a video that must be watched and with packages. API calls create it, and a person whom no other test uses
// takes it.

const COMPANY = 'bouwmeester'
const film = readFileSync(join(import.meta.dirname, '../../../plugins/learning/courses/tillen-en-dragen/videos/tillen.mp4'))

test('a video must be watched before going on, packages play isolated from the platform, and a failure is no pass', async ({
  page,
  browser,
}) => {
  const login = new LoginPage(page)
  await login.signIn(`beheerder@${COMPANY}.example`, COMPANY)
  const call = await callsOf(page)
  const base = '/api/learning/editor/courses'
  const { id } = await call('POST', base, {
    shortname: 'film',
    name: 'Film en pakket',
    sector: 'construction',
    type: 'e-learning',
    languages: ['nl'],
  })
  const draft = `${base}/${id}/draft`
  const { path: video } = await call('POST', `${draft}/media?kind=video&name=tillen`, film)
  const { path: first } = await call('POST', `${draft}/media?kind=package&name=heftruck`, await package12())
  const { path: second } = await call('POST', `${draft}/media?kind=package&name=hijsen`, await package2004())
  const { course } = await call('GET', draft)
  const save = (kind: string, key: string, revision: number, content: object) =>
    call('PUT', `${draft}/parts`, { kind, key, revision, content })
  await save('activity', 'les', 0, {
    type: 'richtext',
    title: { nl: 'De les' },
    minutes: 1,
    body: { nl: `Kijk eerst.\n\n![Zo til je een doos](${video})` },
    watchVideos: true,
  })
  for (const [key, path, title] of [
    ['heftruck', first, 'Heftruck'],
    ['hijsen', second, 'Hijsen'],
  ] as const)
    await save('activity', key, 0, { type: 'scorm', title: { nl: title }, minutes: 5, body: { nl: 'Speel het pakket.' }, package: path })
  const activities = ['les', 'heftruck', 'hijsen'].map((key) => ({ key, requires: [] }))
  await save('outline', '', 1, { modules: [{ key: 'deel', title: { nl: 'Deel' }, activities }] })
  await save('course', '', 1, { ...course, status: 'available', durationMinutes: 10, description: { nl: 'Film.' } })

  // An editor sees the video beside the text, and the contents of the package.
  await page.goto(`/admin/training/richtext/wijzigen/${id}/les`)
  await expect(page.getByRole('region', { name: 'Voorbeeld' }).locator('video')).toBeVisible()
  await page.goto(`/admin/training/scorm/wijzigen/${id}/heftruck`)
  await expect(page.getByText('Heftruck (SCORM 1.2): één onderdeel overgenomen')).toBeVisible()
  await isSound(page, 'iframe')

  await call('POST', `${draft}/publication`, { past: null })
  const people = (await (await page.request.get('/api/people/participants?per_page=50&sort=-email')).json()).data as {
    id: number
    email: string
  }[]
  const person = people.find(({ email }) => email !== `leerling@${COMPANY}.example`)!
  await call('POST', '/api/learning/assignments', { courses: [id], members: [person.id] })

  const own = await (await browser.newContext({ locale: 'nl-NL' })).newPage()
  await new LoginPage(own).enter(person.email, COMPANY)
  await own.goto('/deelnemer/trainingen')
  await own.getByRole('link', { name: 'Film en pakket', exact: true }).first().click()
  await own.getByRole('button', { name: 'Nederlands', exact: true }).click()
  await own.getByRole('button', { name: 'Training starten' }).click()
  const on = own.getByRole('button', { name: 'Gelezen, ga verder' })
  await expect(own.getByText('Bekijk eerst de video.')).toBeVisible()
  await expect(on).toBeDisabled()
  await isSound(own)
  const player = own.locator('video')
  // Jumping to the end does not count as watching.
  await player.evaluate((element: HTMLVideoElement) => {
    element.muted = true
    element.currentTime = 11
    return element.play()
  })
  await expect(own.getByText(/^[1-9]\d?% bekeken$/)).toBeVisible()
  await expect(on).toBeDisabled()
  await player.evaluate((element: HTMLVideoElement) => {
    element.currentTime = 0
    element.playbackRate = 2
    return element.play()
  })
  await expect(own.getByText('Bekeken', { exact: true })).toBeVisible()
  await on.click()

  const frame = packageFrame(own)
  const state = (word: string) => expect(own.getByText(new RegExp(`^${word}`)).first()).toBeVisible()
  await expect(own.getByRole('button', { name: 'Begin', exact: true })).toBeVisible()
  await isSound(own)
  await own.getByRole('button', { name: 'Begin', exact: true }).click()
  await expect(frame.locator('#spy')).toHaveText('ziet niets, geen koekjes')
  await frame.getByRole('button', { name: 'Blad 2' }).click()
  await state('Bezig')
  await own.reload()
  await own.getByRole('button', { name: 'Ga verder', exact: true }).click()
  await expect(frame.locator('#place')).toHaveText('plaats: blad 2')
  await frame.getByRole('button', { name: 'Fout' }).click()
  await state('Nog niet gehaald · 40%')
  await expect(own.getByRole('button', { name: 'Volgende' })).toHaveCount(0)
  await own.getByRole('button', { name: 'Sluit dit onderdeel' }).click()
  await own.getByRole('button', { name: 'Probeer opnieuw' }).click()
  await expect(frame.locator('#place')).toHaveText('plaats: begin')
  await frame.getByRole('button', { name: 'Goed' }).click()
  await expect(own.getByText('Dit lespakket heb je gehaald.')).toBeVisible()
  await own.getByRole('button', { name: 'Volgende' }).click()

  await own.getByRole('button', { name: 'Begin', exact: true }).click()
  await frame.getByRole('button', { name: 'Goed' }).click()
  await expect(own.getByText('Dit lespakket heb je gehaald.')).toBeVisible()
  await own.context().close()
})
