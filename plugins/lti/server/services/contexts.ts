import { isDeepStrictEqual } from 'node:util'
import db from '@adonisjs/lucid/services/db'
import { currentCompanyId } from '#core/kit/scope'
import type { CourseSummary } from '#plugins/learning/contract/index'
import { textOf } from './claims.js'
import { courseNamed } from './enrolling.js'
import { type Launch, isWebAddress } from './launch_token.js'
import { LaunchRefused } from './refusal.js'

/** An address in a launch; null for an invalid one. */
export const address = (value: string | null) => (value && isWebAddress(value) ? value : null)

/**
 * Stores the course data of a launch. A platform without courses has one context per link. A class arrives at once with the same data: a
 * launch without new data writes nothing, so that none waits for another.
 * @returns its id
 */
export async function storeContext(deploymentId: number, { context, resourceLink, rosterUrl }: Launch): Promise<number> {
  const key = { company_id: currentCompanyId(), deployment_id: deploymentId, context: contextKey(context, resourceLink) }
  const [title, url] = [context?.title || resourceLink?.title || '', address(rosterUrl)]
  const known: { id: number; title: string; memberships_url: string | null } | null = await db
    .from('lti_contexts')
    .where(key)
    .select('id', 'title', 'memberships_url')
    .first()
  if (known && (title === '' || title === known.title) && (url === null || url === known.memberships_url)) return known.id
  const { rows } = await db.rawQuery<{ rows: { id: number }[] }>(
    `insert into lti_contexts as c (company_id, deployment_id, context, title, memberships_url) values (?, ?, ?, ?, ?)
     on conflict (company_id, deployment_id, context) do update
       set title = case when excluded.title = '' then c.title else excluded.title end,
           memberships_url = coalesce(excluded.memberships_url, c.memberships_url)
     returning id`,
    [key.company_id, deploymentId, key.context, title, url] as never,
  )
  return rows[0]!.id
}

/** The key of a context in its deployment. */
export const contextKey = (context: Launch['context'], link: Launch['resourceLink']) =>
  context?.id ?? `link:${link?.id ?? ''}`.slice(0, 255)

/** Stores a person's current role in a context. */
export async function storeRole(contextId: number, personId: number, role: 'learner' | 'instructor'): Promise<void> {
  await db.rawQuery(
    `insert into lti_context_people as p (company_id, context_id, person_id, role) values (?, ?, ?, ?)
     on conflict (company_id, context_id, person_id) do update set role = excluded.role, status = 'active', updated_at = now()
       where p.role <> excluded.role or p.status <> 'active'`,
    [currentCompanyId(), contextId, personId, role],
  )
}

/** The short name of the course in a launch; null when it has none. */
export const namedBy = ({ custom, target }: Pick<Launch, 'custom' | 'target'>): string | null =>
  textOf(custom.course, 200) ?? (URL.canParse(target) ? textOf(new URL(target).searchParams.get('course'), 200) : null)

/**
 * The course of a launch: named by short name in its address or its own parameters, else the one that its link opened before.
 * @throws LaunchRefused course_missing
 */
export async function courseOf(launch: Launch, contextId: number): Promise<CourseSummary> {
  const named = namedBy(launch)
  if (named) return courseNamed(named)
  const known: { course_id: number } | null = await db
    .from('lti_links')
    .where({ context_id: contextId, resource_link: launch.resourceLink!.id })
    .select('course_id')
    .first()
  if (!known) throw new LaunchRefused('course_missing')
  return courseNamed(known.course_id)
}

/** Stores a link of the platform: which course it opens, and where its grades go. Like storeContext. @returns its id */
export async function storeLink(contextId: number, courseId: number, { resourceLink, grades }: Launch): Promise<number> {
  const { id: resource, title } = resourceLink!
  const [line, lines] = [address(grades.lineItem), address(grades.lineItems)]
  const key = { company_id: currentCompanyId(), context_id: contextId, resource_link: resource }
  const known: KeptLink | null = await db
    .from('lti_links')
    .where(key)
    .select('id', 'course_id', 'title', 'line_item_url', 'line_items_url', 'scopes')
    .first()
  const said = [courseId, title, lines, line ?? known?.line_item_url ?? null, grades.scopes]
  if (known && isDeepStrictEqual(said, [known.course_id, known.title, known.line_items_url, known.line_item_url, known.scopes]))
    return known.id
  const { rows } = await db.rawQuery<{ rows: { id: number }[] }>(
    `insert into lti_links as l (company_id, context_id, resource_link, course_id, title, line_item_url, line_items_url, scopes)
     values (?, ?, ?, ?, ?, ?, ?, ?::text[])
     on conflict (company_id, context_id, resource_link) do update
       set course_id = excluded.course_id, title = excluded.title, line_items_url = excluded.line_items_url, scopes = excluded.scopes,
           -- A line that we found or made ourselves stays ours, as long as the link opens the same course.
           line_item_url = coalesce(excluded.line_item_url, case when l.course_id = excluded.course_id then l.line_item_url end)
     returning id`,
    [key.company_id, contextId, resource, courseId, title, line, lines, grades.scopes] as never,
  )
  return rows[0]!.id
}

interface KeptLink {
  id: number
  course_id: number
  title: string
  line_item_url: string | null
  line_items_url: string | null
  scopes: string[]
}
