import { type TestApp } from '#core/testing/app'
import { type TestClient } from '#core/testing/client'
import { type LaunchForm, type TestPlatform } from '#core/testing/lti_platform'

/** A browser inside the platform's frame: it follows redirects to the platform and back, and stores cookies. */
export interface LtiBrowser {
  client: TestClient
  /** Gets the platform's response without posting it to us yet. */
  begin(more?: Record<string, string>): Promise<LaunchForm>
  /** Posts a response to our launch address. */
  bring(form: Record<string, string>, headers?: Record<string, string>): ReturnType<TestClient['post']>
  launch(): ReturnType<TestClient['post']>
}

export function browserAt(app: TestApp, platform: TestPlatform): LtiBrowser {
  const client = app.visitor()
  const begin = async (more: Record<string, string> = {}) => {
    const answer = await client.get(platform.loginUrl(more).replace(app.url, ''))
    const to = answer.headers.get('location')
    if (!to) throw new Error(`The login answers ${answer.status}: ${JSON.stringify(answer.body).slice(0, 500)}`)
    return platform.authorize(new URL(to).searchParams)
  }
  const bring = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    client.post('/lti/launch', new URLSearchParams(form).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-dest': 'iframe',
      'x-csrf-token': 'none',
      ...headers,
    })
  return { client, begin, bring, launch: async () => bring({ ...(await begin()) }) }
}

/** Reads the page at the end of a launch. */
export function shownBy({ body }: { body: unknown }) {
  const json = /<script type="application\/json" id="bootstrap"[^>]*>(.*?)<\/script>/s.exec(String(body))?.[1]
  if (!json) return null
  return JSON.parse(json) as {
    framed: { token: string | null; path: string | null } | null
    user: { email: string; user_role: string; firstname: string } | null
  }
}

/** The fields that an admin's page sends for a platform. */
export const platformInput = (from: TestPlatform, more: object = {}) => ({
  name: 'Test LMS',
  ...from.facts,
  public_key: null,
  audience: null,
  frame_origins: [],
  trusted_domains: [],
  is_active: true,
  ...more,
})

/** Returns the id of a company of the demo. */
export async function companyId(app: TestApp, loginId: string): Promise<number> {
  const { default: db } = await import('@adonisjs/lucid/services/db')
  const { id } = await app.asSystem(() => db.from('core_companies').where('login_id', loginId).firstOrFail())
  return id as number
}
