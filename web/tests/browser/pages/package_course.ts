import { type Browser, type BrowserContext, type FrameLocator, type Page, expect } from '@playwright/test'
import { LoginPage } from './session.js'

/** The package that plays in a page's frame, inside the player of its origin. */
export const packageFrame = (page: Page | FrameLocator) => page.frameLocator('iframe').frameLocator('iframe')

/** Waits until the scripts of the package's page have run. Before that its buttons exist but do nothing. */
export async function whenLoaded(frame: FrameLocator): Promise<void> {
  await frame
    .locator('html')
    .evaluate(() => (document.readyState === 'complete' ? null : new Promise((done) => addEventListener('load', () => done(null)))))
}

/** API calls of the signed-in person; each of them must answer 200. */
export async function callsOf({ request }: Pick<BrowserContext, 'request'>) {
  const { csrf_token: token } = await (await request.get('/public/auth/csrf/')).json()
  return async (method: string, path: string, data?: object | Buffer) => {
    const answer = await request.fetch(path, {
      method,
      headers: { 'x-csrf-token': token, ...(Buffer.isBuffer(data) && { 'content-type': 'application/octet-stream' }) },
      ...(data && { data }),
    })
    expect([path, answer.status()]).toEqual([path, 200])
    return (await answer.json()).data
  }
}

export interface PackageCourse {
  /** Address of the page of the package. */
  path: string
  participation: number
  activity: number
}

/**
 * Makes a course of one package for each entry, assigns it to a person and starts it, by API calls.
 * @param packages the packages by a short name
 * @returns where that person plays each of them, by the same names
 */
export async function packageCourses(
  browser: Browser,
  { company, email, packages }: { company: string; email: string; packages: Record<string, Buffer> },
): Promise<Record<string, PackageCourse>> {
  const admin = await (await browser.newContext()).newPage()
  await new LoginPage(admin).enter(`beheerder@${company}.example`, company)
  const call = await callsOf(admin)
  const base = '/api/learning/editor/courses'
  const courses: number[] = []
  for (const [name, content] of Object.entries(packages)) {
    const { id } = await call('POST', base, { shortname: name, name, sector: 'construction', type: 'e-learning', languages: ['nl'] })
    courses.push(id)
    const draft = `${base}/${id}/draft`
    const { path, notes } = await call('POST', `${draft}/media?kind=package&name=${name}`, content)
    expect([name, notes]).toEqual([name, []])
    const { course } = await call('GET', draft)
    const save = (kind: string, key: string, revision: number, part: object) =>
      call('PUT', `${draft}/parts`, { kind, key, revision, content: part })
    await save('activity', 'pakket', 0, { type: 'scorm', title: { nl: name }, minutes: 5, body: { nl: 'Speel het.' }, package: path })
    await save('outline', '', 1, { modules: [{ key: 'deel', title: { nl: 'Deel' }, activities: [{ key: 'pakket', requires: [] }] }] })
    await save('course', '', 1, { ...course, status: 'available', durationMinutes: 10, description: { nl: 'Een pakket.' } })
    await call('POST', `${draft}/publication`, { past: null })
  }
  const people = (await call('GET', '/api/people/participants?per_page=50')) as { id: number; email: string }[]
  await call('POST', '/api/learning/assignments', { courses, members: [people.find((person) => person.email === email)!.id] })
  await admin.context().close()

  const own = await (await browser.newContext()).newPage()
  await new LoginPage(own).enter(email, company)
  const take = await callsOf(own)
  const trainings = (await take('GET', '/api/learning/participations')) as { id: number; name: string }[]
  const taken: Record<string, PackageCourse> = {}
  for (const name of Object.keys(packages)) {
    const { id: participation } = trainings.find((training) => training.name === name)!
    await take('POST', `/api/learning/participations/${participation}/language`, { language: 'nl' })
    const { modules } = await take('GET', `/api/learning/participations/${participation}`)
    const activity: number = modules[0].activities[0].id
    taken[name] = { participation, activity, path: `/deelnemer/training/scorm/${participation}/${activity}` }
  }
  await own.context().close()
  return taken
}
