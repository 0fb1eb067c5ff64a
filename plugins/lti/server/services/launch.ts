import db from '@adonisjs/lucid/services/db'
import { AppError } from '#core/contract/errors'
import { currentCompanyId } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { learningService } from '#plugins/learning/contract/index'
import { contextSessionPath } from './paths.js'
import { courseOf, keepContext, keepLink, keepRole } from './contexts.js'
import { offerCourses } from './deep_link.js'
import { keepParticipation } from './grades.js'
import type { Launch } from './launch_token.js'
import { type Told, personOf } from './people.js'
import type { Platform } from './platforms.js'
import { LaunchRefused } from './refusal.js'

/** Where a launch leads, and as whom. */
export type Destination =
  | { kind: 'enter'; membershipId: number; path: string }
  /** There is an account at their address: they show that it is theirs, once. */
  | { kind: 'link'; userId: number }

/** Of two launches with the same signed word one is taken: the row is unique. @throws LaunchRefused replay */
export async function useNonce(nonce: string, expiresAt: Date): Promise<void> {
  const until = new Date(Math.max(expiresAt.getTime(), Date.now()) + 20 * 60_000)
  const { rowCount } = (await db.rawQuery(
    `insert into lti_nonces (company_id, nonce, expires_at) values (?, ?, ?) on conflict do nothing`,
    [currentCompanyId(), nonce, until as never],
  )) as { rowCount: number }
  if (!rowCount) throw new LaunchRefused('replay')
}

export const toldBy = (launch: Launch): Told => ({
  subject: launch.subject,
  name: launch.name,
  email: launch.email,
  locale: launch.locale,
  isAdministrator: launch.roles === 'administrator',
})

/**
 * What a verified launch leads to, in the company of its deployment: whoever learns is enrolled and goes into the course, whoever teaches
 * sees the results of that context, and a teacher who makes a link picks from our courses.
 * @param proved the user who has just shown that the account at their address is theirs
 * @throws LaunchRefused
 */
export async function follow(
  platform: Platform,
  deploymentId: number,
  launch: Launch,
  framedBy: readonly string[] | null,
  proved?: number,
): Promise<Destination> {
  if (launch.deepLink && launch.roles === 'learner') throw new LaunchRefused('not_instructor')
  const person = await personOf(platform, toldBy(launch), proved)
  if (person.kind === 'unproved') return { kind: 'link', userId: person.userId }
  const { personId, membershipId } = person
  await db
    .from('lti_people')
    .where('id', personId)
    .whereNot('is_administrator', launch.roles === 'administrator')
    .update({
      is_administrator: launch.roles === 'administrator',
    })
  const contextId = await keepContext(deploymentId, launch)
  const role = launch.roles === 'learner' ? 'learner' : 'instructor'
  if (launch.deepLink) {
    await keepRole(contextId, personId, role)
    return { kind: 'enter', membershipId, path: await offerCourses(membershipId, platform, launch.deployment, launch, framedBy) }
  }
  const course = await courseOf(launch, contextId)
  await keepRole(contextId, personId, role)
  const linkId = await keepLink(contextId, course.id, launch)
  if (role === 'instructor') return { kind: 'enter', membershipId, path: contextSessionPath(linkId) }
  return { kind: 'enter', membershipId, path: await openCourse(membershipId, course.id, linkId, personId) }
}

/**
 * Enrols somebody where that is not done yet, and leads into the course. What they passed they look at; what is over stays over: a new
 * start is their supervisor's to give.
 */
export async function openCourse(membershipId: number, courseId: number, linkId: number, personId: number): Promise<string> {
  const learning = await serviceOf(learningService)
  if (!learning) throw new LaunchRefused('course_missing')
  const { openId, passed } = await learning.standing(membershipId, courseId)
  const known = openId ?? passed?.participationId ?? (await participationOf(linkId, personId, courseId))
  const participationId = known ?? (await learning.register(membershipId, courseId, 'lti').catch(asRefusal))
  await keepParticipation(linkId, personId, participationId)
  return `/deelnemer/training/${participationId}`
}

/** Why a course is not given, as the reason of a launch that ends. */
function asRefusal(error: unknown): never {
  if (!(error instanceof AppError)) throw error
  if (error.status === 404) throw new LaunchRefused('course_missing')
  if (error.code === 'contract_limit_reached') throw new LaunchRefused('contract_limit_reached')
  throw error
}

async function participationOf(linkId: number, personId: number, courseId: number): Promise<number | null> {
  const row: { participation_id: number } | null = await db
    .from('lti_grades as g')
    .join('lti_links as l', 'l.id', 'g.link_id')
    .where({ 'g.link_id': linkId, 'g.person_id': personId, 'l.course_id': courseId })
    .select('g.participation_id')
    .first()
  return row?.participation_id ?? null
}
