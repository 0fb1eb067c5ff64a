import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'

// A person's number, function and manager by SCIM, in the requests that Entra ID and Okta send: a hire, a manager, a change of function, a
// leaver, and what cannot be saved.

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
type Json = Record<string, unknown>

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let token: string

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  const admin = await signInAs('admin@platform.example')
  const { id } = await app.asSystem(() => db.from('core_companies').where('login_id', 'noordwind').firstOrFail())
  const { updated_at } = (await admin.get(`/api/companies/${id}`)).body.data
  await admin.patch(`/api/companies/${id}`, { updated_at, settings: { directory: { domains: 'noordwind.example, example.com' } } })
  const supervisor = await signInAs('beheerder@noordwind.example')
  token = (await supervisor.post('/api/directory/companies/0/scim')).body.data.token
})

async function scim(method: string, path: string, body?: Json) {
  const response = await fetch(`${app.url}/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Json }
}

/** A request, and what the person's work is afterwards. `{boss}` and `{person}` stand for ids. */
interface Step {
  what: string
  send: Json
  put?: boolean
  status?: number
  work: { title?: string; employeeNumber?: string; manager?: string }
}
interface Sequence {
  vendor: string
  hire: Json
  hired: Step['work']
  steps: Step[]
}

const patch = (...Operations: object[]) => ({ schemas: [PATCH], Operations })
const okta = (more: Json, active = true) => ({
  schemas: [USER, ENTERPRISE],
  userName: 'okta.werk@example.com',
  name: { givenName: 'Olga', familyName: 'Kta' },
  emails: [{ primary: true, value: 'okta.werk@example.com', type: 'work' }],
  displayName: 'Olga Kta',
  locale: 'nl-NL',
  groups: [],
  active,
  ...more,
})

const SEQUENCES: Sequence[] = [
  {
    vendor: 'Entra ID',
    hire: {
      schemas: [USER, ENTERPRISE],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName: 'entra.werk@example.com',
      active: true,
      displayName: 'Ella Entra',
      title: 'Monteur',
      emails: [{ primary: true, type: 'work', value: 'entra.werk@example.com' }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Ella Entra', familyName: 'Entra', givenName: 'Ella' },
      [ENTERPRISE]: { employeeNumber: 'E-100', department: 'Techniek' },
    },
    hired: { title: 'Monteur', employeeNumber: 'E-100' },
    steps: [
      {
        what: 'a manager, as text, after the manager exists',
        send: patch({ op: 'Add', path: `${ENTERPRISE}:manager`, value: '{boss}' }),
        work: { title: 'Monteur', employeeNumber: 'E-100', manager: '{boss}' },
      },
      {
        what: 'another function and department in one request',
        send: patch(
          { op: 'Replace', path: 'title', value: 'Voorman' },
          { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Uitvoering' },
        ),
        work: { title: 'Voorman', employeeNumber: 'E-100', manager: '{boss}' },
      },
      {
        what: 'a manager as a list of an object, without a path for the number',
        send: patch(
          { op: 'replace', path: `${ENTERPRISE}:manager`, value: [{ $ref: '/Users/{boss}', value: '{boss}' }] },
          { op: 'replace', value: { [`${ENTERPRISE}:employeeNumber`]: 'E-101' } },
        ),
        work: { title: 'Voorman', employeeNumber: 'E-101', manager: '{boss}' },
      },
      {
        what: 'a manager of another directory beside a new function: the function is saved',
        send: patch(
          { op: 'Replace', path: `${ENTERPRISE}:manager`, value: '999999999' },
          { op: 'Replace', path: 'title', value: 'Uitvoerder' },
        ),
        work: { title: 'Uitvoerder', employeeNumber: 'E-101', manager: '{boss}' },
      },
      {
        what: 'an unknown manager alone is refused',
        send: patch({ op: 'Replace', path: `${ENTERPRISE}:manager`, value: '999999999' }),
        status: 400,
        work: { title: 'Uitvoerder', employeeNumber: 'E-101', manager: '{boss}' },
      },
      {
        what: 'oneself as a manager is refused',
        send: patch({ op: 'Replace', path: `${ENTERPRISE}:manager`, value: '{person}' }),
        status: 400,
        work: { title: 'Uitvoerder', employeeNumber: 'E-101', manager: '{boss}' },
      },
      {
        what: 'a number that somebody has is refused',
        send: patch({ op: 'Replace', path: `${ENTERPRISE}:employeeNumber`, value: 'B-1' }),
        status: 409,
        work: { title: 'Uitvoerder', employeeNumber: 'E-101', manager: '{boss}' },
      },
      {
        what: 'the manager is taken away',
        send: patch({ op: 'Remove', path: `${ENTERPRISE}:manager` }),
        work: { title: 'Uitvoerder', employeeNumber: 'E-101' },
      },
      {
        what: 'a leaver, with a number that cannot be saved: they are inactive',
        send: patch(
          { op: 'Replace', path: 'active', value: 'False' },
          { op: 'Replace', path: `${ENTERPRISE}:employeeNumber`, value: 'B-1' },
        ),
        work: { title: 'Uitvoerder', employeeNumber: 'E-101' },
      },
    ],
  },
  {
    vendor: 'Okta',
    hire: okta({ externalId: '00ujl29u0le5T6Aj10h7', title: 'Kraanmachinist', [ENTERPRISE]: { employeeNumber: 'O-7', costCenter: '12' } }),
    hired: { title: 'Kraanmachinist', employeeNumber: 'O-7' },
    steps: [
      {
        what: 'a profile with a manager, named by its sign-in name',
        put: true,
        send: okta({
          title: 'Kraanmachinist',
          [ENTERPRISE]: { employeeNumber: 'O-7', manager: { value: 'baas.werk@example.com', displayName: 'Bea Baas' } },
        }),
        work: { title: 'Kraanmachinist', employeeNumber: 'O-7', manager: '{boss}' },
      },
      {
        what: 'a profile without work: it stays',
        put: true,
        send: okta({}),
        work: { title: 'Kraanmachinist', employeeNumber: 'O-7', manager: '{boss}' },
      },
      {
        what: 'a profile with an empty function and number',
        put: true,
        send: okta({ title: '', [ENTERPRISE]: { employeeNumber: '', manager: { value: '{boss}' } } }),
        work: { manager: '{boss}' },
      },
      {
        what: 'another name and an unknown manager: the name is saved',
        put: true,
        send: okta({ name: { givenName: 'Olga', familyName: 'Nieuw' }, [ENTERPRISE]: { manager: { value: 'wie.dan@example.com' } } }),
        work: { manager: '{boss}' },
      },
      { what: 'a leaver', send: patch({ op: 'replace', value: { active: false } }), work: { manager: '{boss}' } },
    ],
  },
]

const workIn = (body: Json): Step['work'] => {
  const extension = (body[ENTERPRISE] ?? {}) as { employeeNumber?: string; manager?: { value: string } }
  return {
    ...(body.title !== undefined && { title: body.title as string }),
    ...(extension.employeeNumber !== undefined && { employeeNumber: extension.employeeNumber }),
    ...(extension.manager && { manager: extension.manager.value }),
  }
}

let boss: string
beforeAll(async () => {
  const { status, body } = await scim('POST', '/Users', {
    schemas: [USER, ENTERPRISE],
    ...{ userName: 'baas.werk@example.com', name: { givenName: 'Bea', familyName: 'Baas' }, active: true },
    [ENTERPRISE]: { employeeNumber: 'B-1' },
  })
  expect(status).toBe(201)
  boss = body.id as string
})

describe.each(SEQUENCES)('the work of a person from $vendor', ({ vendor, hire, hired, steps }) => {
  it('is saved step by step, and what cannot be saved is left', async () => {
    const made = await scim('POST', '/Users', hire)
    expect([made.status, workIn(made.body)]).toEqual([201, hired])
    const person = made.body.id as string
    const filled = <T extends object>(value: T): T =>
      JSON.parse(JSON.stringify(value).replaceAll('{boss}', boss).replaceAll('{person}', person)) as T
    for (const { what, send, put, status = 200, work } of steps) {
      const answer = await scim(put ? 'PUT' : 'PATCH', `/Users/${person}`, filled(send))
      expect(answer.status, what).toBe(status)
      const { body } = await scim('GET', `/Users/${person}`)
      expect(workIn(body), what).toEqual(filled(work))
      if (status === 200) expect(answer.body, what).toEqual(body)
      if (what.startsWith('a leaver')) expect(body.active, what).toBe(false)
    }
    if (vendor === 'Okta') expect((await scim('GET', `/Users/${person}`)).body.name).toMatchObject({ familyName: 'Nieuw' })
  })
})

describe('the work of a person', () => {
  it('is in the profile that supervisors see, and in the audit log', async () => {
    const supervisor = await signInAs('beheerder@noordwind.example')
    const { body } = await scim('POST', '/Users', {
      schemas: [USER, ENTERPRISE],
      ...{ userName: 'profiel.werk@example.com', name: { givenName: 'Pia' }, title: 'Lasser' },
      [ENTERPRISE]: { employeeNumber: 'P-1', manager: { value: boss } },
    })
    const { data } = (await supervisor.get(`/api/people/participants/${String(body.id)}/profile`)).body
    expect(data.work).toMatchObject({ personnel_number: 'P-1', job_title: 'Lasser', manager: { id: Number(boss), name: 'Bea Baas' } })
    const noted = await app.asSystem(() =>
      db
        .from('core_audit_log')
        .where({ action: 'member.work', reason: 'core.directory' })
        .whereRaw(`details->>'membershipId' = ?`, [String(body.id)]),
    )
    expect(noted.length).toBe(3)
  })

  it('is described, and is among the requested attributes', async () => {
    const { body: types } = await scim('GET', '/ResourceTypes/User')
    expect(types.schemaExtensions).toEqual([{ schema: ENTERPRISE, required: false }])
    expect((await scim('GET', `/Schemas/${ENTERPRISE}`)).body).toMatchObject({ id: ENTERPRISE, name: 'EnterpriseUser' })
    const { body } = await scim('GET', `/Users/${boss}?attributes=userName,${ENTERPRISE}:employeeNumber`)
    expect(body).toEqual({
      schemas: [USER, ENTERPRISE],
      id: boss,
      userName: 'baas.werk@example.com',
      [ENTERPRISE]: { employeeNumber: 'B-1' },
    })
    expect((await scim('GET', `/Users/${boss}?attributes=userName`)).body).not.toHaveProperty(ENTERPRISE)
  })

  it('is refused when it is no line of text', async () => {
    const send = (value: unknown) => scim('PATCH', `/Users/${boss}`, patch({ op: 'replace', path: `${ENTERPRISE}:employeeNumber`, value }))
    for (const value of [true, 7.5, {}, 'x'.repeat(51), 'a\nb']) expect((await send(value)).status, JSON.stringify(value)).toBe(400)
  })
})
