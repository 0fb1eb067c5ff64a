import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { INSTRUCTOR, LEARNER, type LtiLaunchOptions, type TestPlatform, startLtiPlatform } from '#core/testing/lti_platform'
import { browserAt, companyId, platformInput, shownBy } from './launching.js'
import { ltijsAnswer } from './ltijs.js'

// The same launches for ltijs and for us: we accept what the standard allows and ltijs accepts.
const LTI = 'https://purl.imsglobal.org/spec/lti/claim'
const DL = 'https://purl.imsglobal.org/spec/lti-dl/claim'
let app: TestApp
let platform: TestPlatform
let db: typeof import('@adonisjs/lucid/services/db').default

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  platform = await startLtiPlatform(app.url)
  const admin = await signInAs('admin@platform.example')
  const added = await admin.post(`/api/lti/companies/${await companyId(app, 'noordwind')}/platforms`, platformInput(platform))
  expect(added.status, JSON.stringify(added.body)).toBe(201)
})
afterAll(() => platform.stop())
beforeEach(async () => {
  platform.given.options = {}
  platform.given.deepLinking = false
  await app.asSystem(() => db.from('core_rate_limits').delete())
})

const seconds = (from: number) => Math.floor(Date.now() / 1000) + from

/** Both results for the same token; null: accepted. */
async function answers(options: LtiLaunchOptions, { deepLinking = false } = {}): Promise<{ ltijs: string | null; ours: string | null }> {
  platform.given.options = options
  platform.given.deepLinking = deepLinking
  const browser = browserAt(app, platform)
  const form = await browser.begin()
  const { issuer, client_id: clientId, jwks_url: jwks } = platform.facts
  const ltijs = await ltijsAnswer(form.id_token, { issuer, clientId, key: { jwks } })
  const answer = await browser.bring({ ...form })
  const shown = shownBy(answer)
  if (shown?.user) return { ltijs, ours: null }
  const reason = shown?.framed
    ? new URL(shown.framed.path!, app.url).searchParams.get('reason')
    : /<small>([a-z_]+)<\/small>/.exec(String(answer.body))?.[1]
  return { ltijs, ours: reason ?? `status ${answer.status}` }
}

type Case = [name: string, options: LtiLaunchOptions, more?: { deepLinking: boolean }]
const claims = (given: Record<string, unknown>): LtiLaunchOptions => ({ claims: given })
const who = (sub: string) => ({ sub, given_name: 'Ver', family_name: 'Gelijk' })

describe('a launch that the standard allows and ltijs accepts is accepted', () => {
  const ALLOWED: Case[] = [
    ['with everything that it may have', {}],
    ['with one audience in a list', claims({ aud: ['CLIENT'] })],
    ['with two audiences and the authorized party', claims({ aud: ['CLIENT', 'another'], azp: 'CLIENT' })],
    ['with the authorized party alone', claims({ azp: 'CLIENT' })],
    [
      'with no name and no address',
      claims({ sub: 'd-1', name: undefined, given_name: undefined, family_name: undefined, email: undefined }),
    ],
    ['with one name', claims({ sub: 'd-2', name: 'Prince', given_name: undefined, family_name: undefined })],
    ['with a name in another script', claims({ ...who('d-3'), given_name: '伟', family_name: '王' })],
    ['with a subject of 255 characters', claims(who('s'.repeat(255)))],
    ['with no role at all', claims({ ...who('d-4'), [`${LTI}/roles`]: [] })],
    ['with a role in short', claims({ ...who('d-5'), [`${LTI}/roles`]: ['Learner'] })],
    ['with a role that nobody knows', claims({ ...who('d-6'), [`${LTI}/roles`]: ['https://lms.example/roles#Guest'] })],
    [
      'with many roles',
      claims({
        ...who('d-7'),
        [`${LTI}/roles`]: [LEARNER, `${LEARNER}#Other`, 'http://purl.imsglobal.org/vocab/lis/v2/system/person#User'],
      }),
    ],
    ['of a teacher', claims({ ...who('d-8'), [`${LTI}/roles`]: [INSTRUCTOR] })],
    ['without a context', claims({ ...who('d-9'), [`${LTI}/context`]: undefined })],
    ['with a context that has an id alone', claims({ ...who('d-10'), [`${LTI}/context`]: { id: 'c-only' } })],
    ['with a link that has an id alone', claims({ ...who('d-11'), [`${LTI}/resource_link`]: { id: 'l-only' } })],
    ['without a presentation', claims({ ...who('d-12'), [`${LTI}/launch_presentation`]: undefined })],
    [
      'with a presentation in a window',
      claims({ ...who('d-13'), [`${LTI}/launch_presentation`]: { document_target: 'window', width: 800 } }),
    ],
    [
      'without services',
      claims({
        ...who('d-14'),
        'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint': undefined,
        'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice': undefined,
      }),
    ],
    [
      'with the claims of a platform, of migration and of mentors',
      claims({
        ...who('d-15'),
        [`${LTI}/tool_platform`]: { guid: 'g', product_family_code: 'x' },
        [`${LTI}/lti1p1`]: { user_id: '7' },
        [`${LTI}/role_scope_mentor`]: ['u-9'],
        [`${LTI}/lis`]: { person_sourcedid: 'p' },
      }),
    ],
    ['with claims of a vendor', claims({ ...who('d-16'), 'https://lms.example/claim/section': { a: [1, 2, { b: null }] } })],
    [
      'with a course in the query of its target',
      claims({ ...who('d-17'), [`${LTI}/target_link_uri`]: 'HOME/lti/launch?course=tillen-en-dragen' }),
    ],
    [
      'with custom parameters that are texts',
      claims({ ...who('d-18'), [`${LTI}/custom`]: { course: 'tillen-en-dragen', empty: '', number: '7' } }),
    ],
    ['with moments that have a fraction', claims({ ...who('d-19'), iat: seconds(0) + 0.25, exp: seconds(300) + 0.5 })],
    ['with a day that is not over for a year', claims({ ...who('d-20'), exp: seconds(365 * 86_400) })],
    ['with a type of token in small letters, or none', { ...claims(who('d-21')), header: { typ: 'jwt' } }],
    ['with the address of a person of elsewhere', claims({ ...who('d-22'), email: 'd-22@school.example', email_verified: true })],
    ['to pick courses', claims({ ...who('d-23'), [`${LTI}/roles`]: [INSTRUCTOR] }), { deepLinking: true }],
    [
      'to pick courses, without a target',
      claims({ ...who('d-24'), [`${LTI}/roles`]: [INSTRUCTOR], [`${LTI}/target_link_uri`]: undefined }),
      { deepLinking: true },
    ],
  ]
  const filled = (options: LtiLaunchOptions): LtiLaunchOptions => ({
    ...options,
    claims: Object.fromEntries(
      Object.entries(options.claims ?? {}).map(([name, value]) => [
        name,
        name.startsWith('https://') || value === undefined
          ? typeof value === 'string'
            ? value.replace('HOME', app.url)
            : value
          : (JSON.parse(JSON.stringify(value).replaceAll('CLIENT', platform.clientId)) as unknown),
      ]),
    ),
  })

  it.each(ALLOWED)('%s', async (_name, options, more) => {
    expect(await answers(filled(options), more)).toEqual({ ltijs: null, ours: null })
  })
})

describe('a launch that ltijs accepts and we refuse', () => {
  // Each with its reason: the standard forbids the launch, or asks a tool to be strict where ltijs is not.
  const BEYOND: [why: string, reason: string, options: () => LtiLaunchOptions, more?: { deepLinking: boolean }][] = [
    [
      'says no authorized party for several audiences (OpenID Connect 3.1.3.7: verify that there is one)',
      'authorized_party',
      () => claims({ aud: [platform.clientId, 'x'] }),
    ],
    ['has another authorized party for its one audience (OpenID Connect 3.1.3.7)', 'authorized_party', () => claims({ azp: 'another' })],
    ['says no moment of issue (required by the security framework, 5.1.2)', 'issued_at', () => claims({ iat: undefined })],
    ['was issued in the future, by more than a minute', 'issued_at', () => claims({ iat: seconds(600) })],
    ['has no end (required by the security framework, 5.1.2)', 'expired', () => claims({ exp: undefined })],
    ['answers another login: its nonce is none of ours', 'nonce', () => claims({ nonce: 'made-up' })],
    ['leads to another site than ours', 'target', () => claims({ [`${LTI}/target_link_uri`]: 'https://evil.example/' })],
    ['has a subject longer than 255 characters (core, 5.3.6.1)', 'subject_missing', () => claims({ sub: 's'.repeat(256) })],
    [
      'has a deployment longer than 255 characters (core, 5.3.3)',
      'deployment_unknown',
      () => claims({ [`${LTI}/deployment_id`]: 'd'.repeat(256) }),
    ],
    [
      'is of a deployment that nobody filled in: it names no company',
      'deployment_unknown',
      () => claims({ [`${LTI}/deployment_id`]: 'another' }),
    ],
    [
      'asks to pick courses and says no address to go back to (required, deep linking 2.0)',
      'return_missing',
      () => claims({ [`${LTI}/roles`]: [INSTRUCTOR], [`${DL}/deep_linking_settings`]: {} }),
      { deepLinking: true },
    ],
    ['asks to pick courses in the name of a learner', 'not_instructor', () => claims(who('d-30')), { deepLinking: true }],
    [
      'opens a course that is not there',
      'course_missing',
      () => claims({ ...who('d-31'), [`${LTI}/custom`]: { course: 'no-such-course' }, [`${LTI}/resource_link`]: { id: 'l-none' } }),
    ],
  ]

  it.each(BEYOND)('%s: %s', async (_why, reason, options, more) => {
    expect(await answers(options(), more)).toEqual({ ltijs: null, ours: reason })
  })
})

describe('what ltijs refuses, we refuse too', () => {
  const REFUSED: [name: string, options: () => LtiLaunchOptions][] = [
    ['another issuer', () => claims({ iss: 'https://nobody.example' })],
    ['another client', () => claims({ aud: 'another' })],
    ['no message type', () => claims({ [`${LTI}/message_type`]: undefined })],
    ['another version', () => claims({ [`${LTI}/version`]: '1.1.0' })],
    ['no resource link', () => claims({ [`${LTI}/resource_link`]: undefined })],
    ['no deployment', () => claims({ [`${LTI}/deployment_id`]: undefined })],
    ['no subject', () => claims({ sub: undefined })],
    ['no target', () => claims({ [`${LTI}/target_link_uri`]: undefined })],
    ['a token that is over', () => claims({ iat: seconds(-900), exp: seconds(-600) })],
    ['no key id', () => ({ header: { kid: undefined } })],
    ['an unknown key id', () => ({ header: { kid: 'another' } })],
  ]

  it.each(REFUSED)('%s', async (_name, options) => {
    const { ltijs, ours } = await answers(options())
    expect(ltijs).not.toBeNull()
    expect(ours).not.toBeNull()
  })
})
