import db from '@adonisjs/lucid/services/db'
import { contextSessionPath, coursePath } from './paths.js'
import { courseNamed, enrol } from './enrolling.js'
import { courseOf, storeContext, storeLink, storeRole, namedBy } from './contexts.js'
import { offerCourses } from './deep_link.js'
import { setGradeSource } from './grades.js'
import { type KnownLaunch, knownLaunch } from './known_launch.js'
import type { Launch } from './launch_token.js'
import { consumeNonce } from './nonces.js'
import { type LaunchDetails, personOf } from './people.js'
import { byPlatform, storeAdministrator } from './platform_people.js'
import type { Platform } from './platforms.js'
import { LaunchRefused } from './refusal.js'

/** The target of a launch, and the person it signs in. */
export type Destination =
  | { kind: 'enter'; membershipId: number; to: () => Promise<string> }
  /** An account exists at their address: they prove once that it is theirs. */
  | { kind: 'link'; userId: number; byConfirming: boolean }

/** Stores the nonce, so that a second launch with the same signed token is refused. @throws LaunchRefused replay */
export async function useNonce(nonce: string, expiresAt: Date): Promise<void> {
  if (!(await consumeNonce(nonce, expiresAt))) throw new LaunchRefused('replay')
}

export const launchDetails = (launch: Launch): LaunchDetails => ({
  subject: launch.subject,
  name: launch.name,
  email: launch.email,
  locale: launch.locale,
  isAdministrator: launch.roles === 'administrator',
})

/**
 * The target of a verified launch, in the company of its deployment: a learner is enrolled and enters the course, a teacher sees the
 * results of that context, and a teacher who creates a link selects from our courses.
 * @throws LaunchRefused
 */
export async function follow(
  platform: Platform,
  deploymentId: number,
  launch: Launch,
  framedBy: readonly string[] | null,
): Promise<Destination> {
  if (launch.deepLink && launch.roles === 'learner') throw new LaunchRefused('not_instructor')
  const again = launch.deepLink ? null : await knownLaunch(platform.id, deploymentId, launch)
  if (again && (await courseNamed(namedBy(launch) ?? again.courseId)).id === again.courseId) return enterAgain(again, launch)
  const person = await personOf(byPlatform(platform), launchDetails(launch))
  if (person.kind === 'unproved') return { kind: 'link', userId: person.userId, byConfirming: person.byConfirming }
  const { personId, membershipId } = person
  await storeAdministrator(personId, launch.roles === 'administrator')
  const contextId = await storeContext(deploymentId, launch)
  const role = launch.roles === 'learner' ? 'learner' : 'instructor'
  if (launch.deepLink) {
    await storeRole(contextId, personId, role)
    return { kind: 'enter', membershipId, to: () => offerCourses(membershipId, platform, launch.deployment, launch, framedBy) }
  }
  const course = await courseOf(launch, contextId)
  await storeRole(contextId, personId, role)
  const linkId = await storeLink(contextId, course.id, launch)
  if (role === 'instructor') return { kind: 'enter', membershipId, to: () => Promise.resolve(contextSessionPath(linkId)) }
  return { kind: 'enter', membershipId, to: () => openCourse(membershipId, course.id, linkId, personId) }
}

/** A person opens the same link again and nothing has changed. */
function enterAgain({ personId, membershipId, linkId, courseId, participationId }: KnownLaunch, { roles }: Launch): Destination {
  if (roles !== 'learner') return { kind: 'enter', membershipId, to: () => Promise.resolve(contextSessionPath(linkId)) }
  const to = async () => {
    const opened = await enrol(membershipId, courseId, () => Promise.resolve(participationId))
    if (opened !== participationId) await setGradeSource(linkId, personId, opened)
    return coursePath(opened)
  }
  return { kind: 'enter', membershipId, to }
}

/** Enrols a person by a link of a platform and opens the course. */
export async function openCourse(membershipId: number, courseId: number, linkId: number, personId: number): Promise<string> {
  const participationId = await enrol(membershipId, courseId, () => participationOf(linkId, personId, courseId))
  await setGradeSource(linkId, personId, participationId)
  return coursePath(participationId)
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
