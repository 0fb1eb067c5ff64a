import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'

// The page's own data in the document before any script has run.

const HTML = { accept: 'text/html' }
let app: TestApp
let pupil: TestClient
let stranger: TestClient
let first: { id: number; name: string; picture: { url: string } }

beforeAll(async () => {
  app = await testApp()
  pupil = await signInAs('leerling@noordwind.example')
  stranger = await signInAs('leerling@bouwmeester.example')
  first = (await pupil.get('/api/learning/participations')).body.data[0]
})

/** The content of the document at the place where the app is rendered. */
async function shown(client: TestClient, path: string) {
  const { status, body } = await client.get(path, HTML)
  const root = /<div id="root">(.*?)<\/div>\n<noscript>/s.exec(body as string)![1]!
  const words = (name: string) => new RegExp(`class="shell-${name}">([^<]*)`).exec(root)?.[1] ?? null
  return {
    status,
    title: words('title'),
    lead: words('lead'),
    back: words('back'),
    picture: /class="shell-picture" src="([^"]+)"/.exec(root)?.[1] ?? null,
  }
}

describe('the initial document of', () => {
  it('the list of trainings has the number of open ones, and the picture of the one at the top', async () => {
    const open = { status: 200, title: 'Mijn trainingen', lead: 'Je hebt 3 trainingen openstaan.', back: null }
    expect(await shown(pupil, '/deelnemer/trainingen')).toEqual({ ...open, picture: first.picture.url })
    expect(await shown(pupil, '/deelnemer/trainingen?toon=done')).toEqual({ ...open, picture: null })
    expect((await pupil.get(first.picture.url)).status).toBe(200)
  })

  it('a course has its name and picture, for its own participant', async () => {
    const at = `/deelnemer/training/${first.id}`
    expect(await shown(pupil, at)).toMatchObject({ title: first.name, back: 'Mijn trainingen', picture: first.picture.url })
    const plain = { title: 'Training', back: null, picture: null }
    expect(await shown(stranger, at)).toMatchObject(plain)
    for (const id of ['0', '99999999999999999999', 'x', '1%27', '%3Cscript%3E'])
      expect(await shown(pupil, `/deelnemer/training/${id}`)).toMatchObject(plain)
  })

  it('the catalogue has its first picture, except for a search', async () => {
    expect(await shown(pupil, '/trainingen/catalogus')).toMatchObject({
      title: 'Catalogus',
      picture: expect.stringContaining('/api/learning/pictures/'),
    })
    expect(await shown(pupil, '/trainingen/catalogus?search=x')).toMatchObject({ lead: null, picture: null })
  })

  it('a participant’s course or attempt has their name and the course, for their own supervisor', async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    const made = await app.asSystem(() =>
      db
        .from('learning_attempts as a')
        .join('learning_participations as p', 'p.id', 'a.participation_id')
        .join('core_memberships as m', 'm.id', 'p.membership_id')
        .join('learning_course_versions as v', 'v.id', 'p.version_id')
        .join('learning_activities as t', 't.id', 'a.activity_id')
        .join('core_companies as c', 'c.id', 'p.company_id')
        .where({ 'c.login_id': 'noordwind', 'a.language': 'nl' })
        .whereNot('a.status', 'busy')
        .select('a.id', 'a.number', 'a.participation_id', 'm.firstname', 'm.lastname', 'm.email', 'v.name', 't.title')
        .firstOrFail(),
    )
    const supervisor = await signInAs('beheerder@noordwind.example')
    const other = await signInAs('beheerder@bouwmeester.example')
    const person = `${made.firstname} ${made.lastname}`
    const course = `/training/deelnemer/inzichten/${made.participation_id}`
    const attempt = `/deelnemers/training/quiz/feedback/${made.id}`
    expect(await shown(supervisor, course)).toMatchObject({ title: person, lead: `${made.name.nl} · ${made.email}`, back: 'Voortgang' })
    expect(await shown(supervisor, attempt)).toMatchObject({
      title: `${made.title.nl}, poging ${made.number}`,
      lead: `${person} · ${made.name.nl}`,
      back: 'Voortgang',
    })
    for (const path of [course, attempt]) {
      const { status, title, lead } = await shown(other, path)
      expect({ status, lead }).toEqual({ status: 200, lead: null })
      expect(title).not.toContain(made.lastname)
    }
  })
})
