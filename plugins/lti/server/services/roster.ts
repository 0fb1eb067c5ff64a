import db from '@adonisjs/lucid/services/db'
import { currentCompanyId } from '#core/kit/scope'
import { SCOPE, objectOf, roleOf, textOf, textsOf } from './claims.js'
import { storeRole } from './contexts.js'
import { isWebAddress } from './launch_token.js'
import { byPlatform, renamePerson } from './platform_people.js'
import { personOf } from './people.js'
import { PlatformProblem, callPlatform, contentOf } from './platform_client.js'
import { type Platform, platformById } from './platforms.js'
import { LaunchRefused } from './refusal.js'
import { emailOf, namesOf } from './said.js'

const CONTAINER = 'application/vnd.ims.lti-nrps.v2.membershipcontainer+json'
const MAX_PAGES = 200
const MAX_PEOPLE = 20_000
/** A slow list is aborted, so that the other lists of this company run in the same night. */
const MAX_MS = 3 * 60_000

interface Listed {
  subject: string
  isActive: boolean
  role: 'learner' | 'instructor'
  isAdministrator: boolean
  name: { given: string; family: string }
  email: string | null
}

/**
 * Reads the whole list of people of a context before anything changes: half a list would mark people as left.
 * @throws PlatformProblem
 */
async function readRoster(platform: Platform, address: string): Promise<Listed[]> {
  const found: Listed[] = []
  const until = Date.now() + MAX_MS
  let next: string | null = address
  for (let page = 0; next; page++) {
    if (page >= MAX_PAGES || found.length > MAX_PEOPLE) throw new PlatformProblem(200, 'endless_list')
    if (Date.now() > until) throw new PlatformProblem(0, 'slow_list')
    const answer: Response = await callPlatform(platform, { scopes: [SCOPE.roster], url: next, accept: CONTAINER })
    const { members } = objectOf(await contentOf(answer))
    if (!Array.isArray(members)) throw new PlatformProblem(200, 'no_list')
    found.push(...members.flatMap((member) => listedOf(objectOf(member)) ?? []))
    next = nextOf(answer.headers.get('link'))
    // Our token belongs to this platform: a page of its list cannot send it elsewhere.
    if (next && new URL(next).origin !== new URL(address).origin) throw new PlatformProblem(200, 'list_elsewhere')
  }
  return found
}

/** The address of the next page in a Link header. Pure. */
export function nextOf(header: string | null): string | null {
  for (const part of (header ?? '').split(/,(?=\s*<)/)) {
    const [, address, rest = ''] = /^\s*<([^>]+)>(.*)$/.exec(part) ?? []
    if (address && /;\s*rel="?next"?(?:\s|;|$)/i.test(rest) && isWebAddress(address)) return address
  }
  return null
}

function listedOf(member: Record<string, unknown>): Listed | null {
  const subject = textOf(member.user_id, 255)
  if (!subject) return null
  const roles = roleOf(textsOf(member.roles).map((role) => (/^Administrator$/.test(role) ? `#${role}` : role)))
  return {
    subject,
    isActive: (member.status ?? 'Active') === 'Active',
    role: roles === 'learner' ? 'learner' : 'instructor',
    isAdministrator: roles === 'administrator',
    name: namesOf(member),
    email: emailOf(member.email),
  }
}

/**
 * Updates one context from its platform: new people are created and missing ones are marked as left; nobody is deleted. People who first
 * have to prove that an account is theirs are added by their own first launch.
 */
async function syncContext(contextId: number, platform: Platform, address: string): Promise<void> {
  const listed = await readRoster(platform, address)
  const identity = byPlatform(platform)
  const present: number[] = []
  for (const { subject, isActive, role, isAdministrator, name, email } of listed) {
    if (!isActive) continue
    try {
      const person = await personOf(identity, { subject, name, email, locale: null, isAdministrator })
      if (person.kind === 'unproved') continue
      if (!person.isNew) await renamePerson(person, name)
      await storeRole(contextId, person.personId, role)
      present.push(person.personId)
    } catch (error) {
      if (!(error instanceof LaunchRefused)) throw error
    }
  }
  await db
    .from('lti_context_people')
    .where({ company_id: currentCompanyId(), context_id: contextId, status: 'active' })
    .whereNotIn('person_id', present)
    .update({ status: 'left', updated_at: new Date() })
  await db.from('lti_contexts').where('id', contextId).update({ synced_at: new Date(), sync_error: null })
}

/** The contexts of one platform, or one context. */
export interface RosterChoice {
  context?: number | undefined
  platform?: number | undefined
}

/** The job for each night and for manual requests: every context whose platform provides its list of people. */
export async function syncRosters({ context, platform: one }: RosterChoice = {}): Promise<void> {
  const query = db
    .from('lti_contexts as c')
    .join('lti_deployments as d', 'd.id', 'c.deployment_id')
    .join('lti_platforms as p', 'p.id', 'd.platform_id')
    .where('p.is_active', true)
    .whereNotNull('c.memberships_url')
    .select('c.id', 'c.memberships_url as address', 'd.platform_id as platform')
    // A failed list comes after the others, so that one broken list does not block the rest.
    .orderByRaw('c.sync_error is not null, c.synced_at nulls first')
  if (context !== undefined) void query.where('c.id', context)
  if (one !== undefined) void query.where('p.id', one)
  const away = new Set<number>()
  for (const { id, address, platform } of (await query) as { id: number; address: string; platform: number }[]) {
    if (away.has(platform)) continue
    try {
      await syncContext(id, await platformById(platform), address)
    } catch (error) {
      if (!(error instanceof PlatformProblem)) throw error
      if (error.isPassing) away.add(platform)
      await db.from('lti_contexts').where('id', id).update({ sync_error: error.message })
    }
  }
}
