import db from '@adonisjs/lucid/services/db'
import { serviceOf } from '#core/kit/services'
import { currentCompanyId } from '#core/kit/scope'
import { type CourseSummary, learningService } from '#plugins/learning/contract/index'
import { textOf } from './claims.js'
import { type Launch, isWebAddress } from './launch_token.js'
import { LaunchRefused } from './refusal.js'

const address = (value: string | null) => (value && isWebAddress(value) ? value : null)

/** Keeps what a launch says of the course that it comes from. A platform without courses has one for each of its links. @returns its id */
export async function keepContext(deploymentId: number, { context, resourceLink, rosterUrl }: Launch): Promise<number> {
  const { rows } = await db.rawQuery<{ rows: { id: number }[] }>(
    `insert into lti_contexts as c (company_id, deployment_id, context, title, memberships_url) values (?, ?, ?, ?, ?)
     on conflict (company_id, deployment_id, context) do update
       set title = case when excluded.title = '' then c.title else excluded.title end,
           memberships_url = coalesce(excluded.memberships_url, c.memberships_url)
     returning id`,
    [
      currentCompanyId(),
      deploymentId,
      context?.id ?? `link:${resourceLink?.id ?? ''}`.slice(0, 255),
      context?.title || resourceLink?.title || '',
      address(rosterUrl),
    ] as never,
  )
  return rows[0]!.id
}

/** Keeps what somebody is in a context, as of now. */
export async function keepRole(contextId: number, personId: number, role: 'learner' | 'instructor'): Promise<void> {
  await db.rawQuery(
    `insert into lti_context_people (company_id, context_id, person_id, role) values (?, ?, ?, ?)
     on conflict (company_id, context_id, person_id) do update set role = excluded.role, status = 'active', updated_at = now()`,
    [currentCompanyId(), contextId, personId, role],
  )
}

/**
 * The course that a launch is about: named in its address or its own parameters by shortname, else the one that its link led to before.
 * @throws LaunchRefused course_missing
 */
export async function courseOf(launch: Launch, contextId: number): Promise<CourseSummary> {
  const named =
    textOf(launch.custom.course, 200) ?? (URL.canParse(launch.target) ? new URL(launch.target).searchParams.get('course') : null)
  const courses = (await (await serviceOf(learningService))?.listCourses()) ?? []
  if (named) {
    const course = courses.find(({ shortname, id }) => shortname === named || String(id) === named)
    if (!course) throw new LaunchRefused('course_missing', named)
    return course
  }
  const known: { course_id: number } | null = await db
    .from('lti_links')
    .where({ context_id: contextId, resource_link: launch.resourceLink!.id })
    .select('course_id')
    .first()
  const course = courses.find(({ id }) => id === known?.course_id)
  if (!course) throw new LaunchRefused('course_missing')
  return course
}

/** Keeps a link of theirs: which course it opens, and where its grades go. @returns its id */
export async function keepLink(contextId: number, courseId: number, { resourceLink, grades }: Launch): Promise<number> {
  const { rows } = await db.rawQuery<{ rows: { id: number }[] }>(
    `insert into lti_links as l (company_id, context_id, resource_link, course_id, title, line_item_url, line_items_url, scopes)
     values (?, ?, ?, ?, ?, ?, ?, ?::text[])
     on conflict (company_id, context_id, resource_link) do update
       set course_id = excluded.course_id, title = excluded.title, line_items_url = excluded.line_items_url, scopes = excluded.scopes,
           -- A line that we found or made ourselves stays ours, as long as the link opens the same course.
           line_item_url = coalesce(excluded.line_item_url, case when l.course_id = excluded.course_id then l.line_item_url end)
     returning id`,
    [
      currentCompanyId(),
      contextId,
      resourceLink!.id,
      courseId,
      resourceLink!.title,
      address(grades.lineItem),
      address(grades.lineItems),
      grades.scopes,
    ] as never,
  )
  return rows[0]!.id
}
