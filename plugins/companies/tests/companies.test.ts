import { request as httpRequest } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'

const LIST = '/api/companies'
// The smallest possible PNG: one transparent pixel.
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let admin: TestClient

beforeAll(async () => {
  app = await testApp()
  // Services exist once the application has booted.
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  admin = await signInAs('admin@platform.example')
})

/** A change of core's settings or of this plugin's own. */
const core = (fields: object) => ({ settings: { core: fields } })
const OWN = ['exam_provider', 'sir_member', 'catalogue_access']

async function companyOf(loginId: string) {
  const { body } = await admin.get(`${LIST}?search=${loginId}`)
  return (await admin.get(`${LIST}/${body.data[0].id}`)).body.data
}

describe('the list', () => {
  it('counts the same participants as the list of people behind its link', async () => {
    const { body } = await admin.get(LIST)
    for (const { id, participants } of body.data as { id: number; participants: number }[]) {
      const listed = await admin.get(`/api/people/participants?company=${id}&role=leerling&status=active`)
      expect(listed.body.meta.total).toBe(participants)
    }
  })

  it('contains every company with its numbers and flags', async () => {
    const { status, body } = await admin.get(LIST)
    expect(status).toBe(200)
    expect(body.data.map((row: { login_id: string }) => row.login_id)).toEqual(['bouwmeester', 'examenhuis', 'noordwind'])
    expect(body.data[2]).toMatchObject({
      name: 'Noordwind',
      city: 'IJmuiden',
      status: 'active',
      exam_provider: false,
      catalogue_access: true,
    })
    const { n } = await app.inCompany('noordwind', () =>
      db.from('core_memberships').where({ role: 'leerling', status: 'active' }).count('* as n').first(),
    )
    expect(body.data[2].participants).toBe(n)
  })

  it('filters, sorts and corrects typos', async () => {
    const ids = async (query: string) => (await admin.get(`${LIST}?${query}`)).body.data.map((row: { login_id: string }) => row.login_id)
    expect(await ids('exam_provider=true')).toEqual(['examenhuis'])
    expect(await ids('sir_member=true&catalogue_access=false')).toEqual(['bouwmeester'])
    expect(await ids('sort=-participants')).toEqual(['noordwind', 'bouwmeester', 'examenhuis'])
    expect(await ids('search=nordwind')).toEqual(['noordwind'])
    expect(await ids('status=inactive')).toEqual([])
    expect((await admin.get(`${LIST}?sort=password`)).status).toBe(422)
  })

  it('gives the same rows as a file', async () => {
    const { headers, bytes } = await admin.post(`${LIST}/export`, { format: 'csv', filter: 'exam_provider=true' })
    expect(headers.get('content-type')).toContain('text/csv')
    expect(new TextDecoder().decode(bytes)).toMatch(/Examenhuis;Examenhuis Nederland B\.V\.;examenhuis;/)
  })

  it('needs as many queries for 10 rows as for 50', async () => {
    const add = (from: number, to: number) =>
      app.asSystem(() =>
        db.table('core_companies').multiInsert(
          Array.from({ length: to - from }, (_, index) => ({
            login_id: `teller${from + index}`,
            name: `Teller ${from + index}`,
            legal_name: 'Teller',
            sender_name: 'Teller',
            primary_color: '#112233',
            secondary_color: '#445566',
          })),
        ),
      )
    await add(0, 10)
    const few = await app.countQueries(() => admin.get(`${LIST}?per_page=10&search=teller`))
    await add(10, 50)
    const many = await app.countQueries(async () =>
      expect((await admin.get(`${LIST}?per_page=50&search=teller`)).body.data).toHaveLength(50),
    )
    expect(many).toBe(few)
    await app.asSystem(() => db.from('core_companies').where('login_id', 'like', 'teller%').delete())
  })
})

describe('access', () => {
  it.each(['beheerder@noordwind.example', 'leerling@noordwind.example', 'examinator@examenhuis.example'])('refuses %s', async (email) => {
    const { id, updated_at } = await companyOf('bouwmeester')
    const client = await signInAs(email)
    expect((await client.get(LIST)).status).toBe(403)
    // For a supervisor another company does not exist; other roles have no access at all.
    const status = email.startsWith('beheerder') ? 404 : 403
    expect((await client.get(`${LIST}/${id}`)).status).toBe(status)
    expect((await client.patch(`${LIST}/${id}`, { updated_at, ...core({ name: 'Gekaapt' }) })).status).toBe(status)
    expect((await client.upload(`${LIST}/${id}/images/core/logo`, 'logo', { name: 'x.png', type: 'image/png', content: PNG })).status).toBe(
      status,
    )
    expect((await companyOf('bouwmeester')).name).toBe('Bouwmeester')
  })

  it('is given to a mini admin', async () => {
    const mini = await signInAs('mini@platform.example')
    expect((await mini.get(LIST)).status).toBe(200)
  })

  it('is refused to a visitor', async () => {
    expect((await app.visitor().get(LIST)).status).toBe(401)
  })
})

describe('a change', () => {
  it('is stored and changes nothing else', async () => {
    const before = await companyOf('examenhuis')
    const { status, body } = await admin.patch(`${LIST}/${before.id}`, {
      updated_at: before.updated_at,
      settings: { core: { city: ' Zwolle ', primary_color: '#ABCDEF' }, companies: { sir_member: true } },
    })
    expect(status).toBe(200)
    expect(body.data).toEqual({
      ...before,
      city: 'Zwolle',
      sir_member: true,
      settings: {
        ...before.settings,
        core: { ...before.settings.core, city: 'Zwolle', primary_color: '#ABCDEF' },
        companies: { ...before.settings.companies, sir_member: true },
      },
      updated_at: body.data.updated_at,
    })
    expect(await companyOf('examenhuis')).toEqual(body.data)
  })

  it.each([
    ['name', ''],
    ['city', '   '],
    ['street', 'x'.repeat(201)],
    ['primary_color', 'red'],
    ['secondary_color', '#12345'],
    ['country', null],
    ['exam_provider', 'perhaps'],
    ['theme', 'toString'],
    ['logo', 'somebody-elses.png'],
    ['plugins', []],
  ])('with an invalid %s is refused and changes nothing', async (field, value) => {
    const before = await companyOf('examenhuis')
    const plugin = OWN.includes(field) ? 'companies' : 'core'
    const settings = { [plugin]: Object.fromEntries([[field, value]]) }
    const { status, body } = await admin.patch(`${LIST}/${before.id}`, { updated_at: before.updated_at, settings })
    expect([status, body.code, body.errors[0].field]).toEqual([422, 'validation_failed', `${plugin}.${field}`])
    expect(await companyOf('examenhuis')).toEqual(before)
  })

  it('of a company that was changed meanwhile is refused', async () => {
    const { id, updated_at } = await companyOf('bouwmeester')
    const first = await admin.patch(`${LIST}/${id}`, { updated_at, ...core({ city: 'Amersfoort' }) })
    expect(first.status).toBe(200)
    const second = await admin.patch(`${LIST}/${id}`, { updated_at, ...core({ city: 'Ede' }) })
    expect([second.status, second.body.code]).toEqual([409, 'changed_meanwhile'])
    expect((await companyOf('bouwmeester')).city).toBe('Amersfoort')
    const third = await admin.patch(`${LIST}/${id}`, { updated_at: first.body.data.updated_at, ...core({ city: 'Ede' }) })
    expect([third.status, third.body.data.city]).toEqual([200, 'Ede'])
  })

  it('succeeds once for two concurrent requests', async () => {
    const { id, updated_at } = await companyOf('bouwmeester')
    const answers = await Promise.all(
      ['Delft', 'Gouda', 'Breda'].map((city) => admin.patch(`${LIST}/${id}`, { updated_at, ...core({ city }) })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  it('of an unknown company or an invalid id gives 404', async () => {
    const { updated_at } = await companyOf('bouwmeester')
    for (const id of ['99999999', 'abc']) {
      expect((await admin.get(`${LIST}/${id}`)).status).toBe(404)
      expect((await admin.patch(`${LIST}/${id}`, { updated_at, ...core({ city: 'Ede' }) })).status).toBe(404)
      expect(
        (await admin.upload(`${LIST}/${id}/images/core/logo`, 'logo', { name: 'x.png', type: 'image/png', content: PNG })).status,
      ).toBe(404)
    }
  })
})

describe('a name', () => {
  it('contains no invisible characters', async () => {
    const before = await companyOf('bouwmeester')
    for (const field of ['name', 'legal_name', 'sender_name', 'city', 'abbreviation']) {
      for (const value of ['Bouw\u202eretseem', 'Bouw\nmeester', 'Bouw\u0000', 'Bouw\u200bmeester']) {
        const { status, body } = await admin.patch(`${LIST}/${before.id}`, { updated_at: before.updated_at, ...core({ [field]: value }) })
        const isRefused = status === 422 ? body.errors[0].rule === 'hidden_characters' : status === 400
        expect([field, value, isRefused]).toEqual([field, value, true])
      }
    }
    expect(await companyOf('bouwmeester')).toEqual(before)
  })
})

describe('a logo', () => {
  const upload = async (loginId: string, content: Uint8Array | string, type = 'image/png') =>
    admin.upload(`${LIST}/${(await companyOf(loginId)).id}/images/core/logo`, 'logo', { name: 'logo.png', type, content })

  it('is stored, shown from then on, and leaves an open form valid', async () => {
    const before = await companyOf('noordwind')
    const { status, body } = await upload('noordwind', PNG)
    expect(status).toBe(200)
    expect(body.data.logo_url).toMatch(/^\/images\/[0-9a-f]{32}\.png$/)
    const image = await app.visitor().get(body.data.logo_url)
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await admin.patch(`${LIST}/${before.id}`, { updated_at: before.updated_at, ...core({ abbreviation: 'NWO' }) })).status).toBe(
      200,
    )
  })

  it('replaces the previous one, whose address stops working; two companies with the same logo share nothing', async () => {
    const other = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')
    const at = async (url: string) => (await app.visitor().get(url)).status
    const urlOf = async (loginId: string) => (await companyOf(loginId)).logo_url as string
    const first = (await upload('noordwind', PNG)).body.data.logo_url
    const theirs = (await upload('bouwmeester', PNG)).body.data.logo_url
    expect(theirs).not.toBe(first)
    const second = (await upload('noordwind', other, 'image/gif')).body.data.logo_url
    expect([await at(first), await at(second), await at(theirs)]).toEqual([404, 200, 200])
    // Concurrently: one of them is shown, and only that one is stored.
    const answers = await Promise.all([upload('noordwind', PNG), upload('noordwind', other, 'image/gif'), upload('noordwind', PNG)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const { default: db } = await import('@adonisjs/lucid/services/db')
    const kept = await app.inCompany('noordwind', () => db.from('core_files').where('purpose', 'core.image').select('public_name'))
    const { favicon_file: favicon } = await app.asSystem(() =>
      db.from('core_companies').where('login_id', 'noordwind').select('favicon_file').firstOrFail(),
    )
    // Of this company: the shown logo, and its icon.
    const shown = [await urlOf('noordwind'), ...(favicon ? [`/images/${favicon}`] : [])]
    expect(kept.map(({ public_name: name }) => `/images/${name}`).sort()).toEqual(shown.sort())
    expect(await at(await urlOf('noordwind'))).toBe(200)
  })

  it('can have a square icon beside it, which is the favicon of the company’s pages until it is removed', async () => {
    const { id } = await companyOf('examenhuis')
    const path = `${LIST}/${id}/images/core/favicon`
    const sign = async (loginId: string) => {
      const html = String((await app.visitor().get(`/login/${loginId}`, { accept: 'text/html' })).body)
      return /<link rel="icon" href="([^"]*)">/.exec(html)![1]!
    }
    const [before, theirs] = [await sign('examenhuis'), await sign('noordwind')]
    const file = { name: 'mark.png', type: 'image/png', content: PNG }
    expect((await admin.upload(path, 'favicon', file)).status).toBe(200)
    const mark = await sign('examenhuis')
    expect([mark === before, await sign('noordwind')]).toEqual([false, theirs])
    const image = await app.visitor().get(mark)
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png'])
    // The logo stays; an invalid picture is refused and changes nothing.
    expect((await companyOf('examenhuis')).logo_url).not.toBe(mark)
    expect((await admin.upload(path, 'favicon', { ...file, content: 'no picture' })).status).toBe(422)
    expect(await sign('examenhuis')).toBe(mark)
    expect((await admin.delete(path)).status).toBe(200)
    expect([await sign('examenhuis'), (await app.visitor().get(mark)).status]).toEqual(['data:,', 404])
  })

  it('of unknown size that never ends is refused as soon as it is too large', async () => {
    const headers = {
      cookie: admin.cookieHeader(),
      'x-csrf-token': (await admin.get('/public/auth/csrf/')).body.csrf_token as string,
      'content-type': 'multipart/form-data; boundary=x',
      accept: 'application/json',
    }
    const path = `${LIST}/${(await companyOf('noordwind')).id}/images/core/logo`
    const answer = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      const sending = httpRequest(`${app.url}${path}`, { method: 'POST', headers }, (response) => {
        let body = ''
        response.on('data', (chunk) => (body += chunk))
        response.on('close', () => {
          sending.destroy()
          resolve({ status: response.statusCode, body })
        })
      })
      sending.on('error', reject)
      // 4 MB and then nothing: the upload never ends.
      sending.write('--x\r\ncontent-disposition: form-data; name="logo"; filename="a.png"\r\n\r\n')
      for (let n = 0; n < 64; n++) sending.write(Buffer.alloc(65_536))
    })
    expect([answer.status, JSON.parse(answer.body).errors]).toEqual([422, [{ field: 'logo', rule: 'too_large' }]])
  })

  it.each([
    ['text that calls itself a PNG', 'not an image', 'not_an_image'],
    ['an SVG, which can carry script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'not_an_image'],
    ['a PDF', '%PDF-1.7\n', 'not_an_image'],
    ['more than 2 MB', Buffer.concat([PNG, Buffer.alloc(2 * 1024 * 1024)]), 'too_large'],
  ])('that is %s is refused and changes nothing', async (_what, content, rule) => {
    const before = await companyOf('bouwmeester')
    const { status, body } = await upload('bouwmeester', content)
    expect([status, body.errors]).toEqual([422, [{ field: 'logo', rule }]])
    expect(await companyOf('bouwmeester')).toEqual(before)
  })

  it('that is missing is reported as required', async () => {
    const { id } = await companyOf('bouwmeester')
    const { status, body } = await admin.upload(`${LIST}/${id}/images/core/logo`, 'other', {
      name: 'x.png',
      type: 'image/png',
      content: PNG,
    })
    expect([status, body.errors]).toEqual([422, [{ field: 'logo', rule: 'required' }]])
    expect((await admin.post(`${LIST}/${id}/images/core/logo`, { logo: 'x' })).status).toBe(422)
  })
})
