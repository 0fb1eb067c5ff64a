import db from '@adonisjs/lucid/services/db'
import { currentCompanyId } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { textIn } from '#core/kit/words'
import { learningService } from '#plugins/learning/contract/index'
import { SCOPE, objectOf, textOf } from './claims.js'
import { isWebAddress } from './launch_token.js'
import { PlatformProblem, callPlatform, contentOf } from './platform_client.js'
import { type Platform, platformById } from './platforms.js'

const LINE_ITEM = 'application/vnd.ims.lis.v2.lineitem+json'
const LINE_ITEMS = 'application/vnd.ims.lis.v2.lineitemcontainer+json'
const SCORE = 'application/vnd.ims.lis.v1.score+json'
/** Duration of the lock on a grade that is being sent. */
const LEASE_SECONDS = 120
const BATCH = 50
/** The delay doubles after each failure, from a minute to an hour, for a week. */
const MAX_PAUSE_SECONDS = 3600
const GIVES_UP_AFTER_DAYS = 7

interface Due {
  id: number
  /** The end of our lock, as formatted by the database. */
  lease: string
  version: number
  tries: number
  score: string | null
  activity: string
  happened_at: Date
  link_id: number
  sub: string
  platform_id: number
  course_id: number
  resource_link: string
  title: string
  line_item_url: string | null
  line_items_url: string | null
  scopes: string[]
}

/**
 * Locks due grades for a while, so that concurrent workers take different ones. Those with the fewest failures come first, so that one
 * broken line does not delay others.
 */
async function takeDue(): Promise<Due[]> {
  const { rows } = await db.rawQuery<{ rows: Due[] }>(
    `with taken as (
       update lti_grades set next_try_at = now() + make_interval(secs => ?)
        where id in (
          select id from lti_grades where company_id = ? and version > sent_version and next_try_at <= now()
           order by next_try_at limit ? for update skip locked)
       returning *)
     select g.id, g.next_try_at::text as lease, g.version, g.tries, g.score, g.activity, g.happened_at, g.link_id, p.sub, p.platform_id, l.course_id, l.resource_link,
            l.title, l.line_item_url, l.line_items_url, l.scopes
       from taken g join lti_people p on p.id = g.person_id join lti_links l on l.id = g.link_id order by g.tries, g.happened_at`,
    [LEASE_SECONDS, currentCompanyId(), BATCH],
  )
  return rows
}

/**
 * Sends the current company's due grades, each with its current value: of several changes the last one is sent. A failure is retried with
 * growing delays; a permanent refusal is reported and waits for a person.
 */
export async function sendDueGrades(): Promise<void> {
  // An unreachable platform is tried once per round, not for each of its people.
  const away = new Map<number, Away>()
  for (;;) {
    const due = await takeDue()
    if (!due.length) return
    for (const grade of due) {
      const known = away.get(grade.platform_id)
      if (known) {
        await wait(grade, known)
        continue
      }
      if (!(await isStillOurs(grade))) continue
      const problem = await trySending(grade)
      if (problem?.isPassing) away.set(grade.platform_id, { problem, tries: grade.tries })
      await note(grade, problem)
    }
    if (due.length < BATCH) return
  }
}

/** The last grades of a batch come late: renew the lock, unless another worker has it or the value changed meanwhile. */
async function isStillOurs({ id, version, lease }: Due): Promise<boolean> {
  const { rowCount } = (await db.rawQuery(
    `update lti_grades set next_try_at = now() + make_interval(secs => ?) where id = ? and version = ? and next_try_at = ?::timestamptz`,
    [LEASE_SECONDS, id, version, lease],
  )) as { rowCount: number }
  return rowCount > 0
}

async function trySending(grade: Due): Promise<PlatformProblem | null> {
  try {
    await send(await platformById(grade.platform_id), grade)
    return null
  } catch (error) {
    if (error instanceof PlatformProblem) return error
    throw error
  }
}

async function note({ id, version, tries }: Due, problem: PlatformProblem | null): Promise<void> {
  if (!problem) {
    // A newer value is due at once.
    await db.rawQuery(
      `update lti_grades set sent_version = ?, sent_at = now(), tries = 0, problem = null, next_try_at = case when version > ? then now() end
        where id = ? and sent_version < ?`,
      [version, version, id, version],
    )
    return
  }
  await db.rawQuery(
    `update lti_grades set tries = tries + 1, problem = ?,
            next_try_at = case when version > ? then now() when ? and ${IS_YOUNG} then now() + make_interval(secs => ?) end
      where id = ?`,
    [problem.message, version, problem.isPassing, pauseAfter(tries), id] as never,
  )
}

interface Away {
  problem: PlatformProblem
  /** For the grade with the failure. */
  tries: number
}

const IS_YOUNG = `happened_at > now() - interval '${GIVES_UP_AFTER_DAYS} days'`
const pauseAfter = (tries: number) => Math.min(60 * 2 ** Math.min(tries, 10), MAX_PAUSE_SECONDS)

/** Postponed with another grade of the same unreachable platform. It was not tried itself, so the next round starts with it. */
async function wait({ id, version }: Due, { problem, tries }: Away): Promise<void> {
  await db.rawQuery(
    `update lti_grades set problem = ?,
            next_try_at = case when version > ? then now() when ${IS_YOUNG} then now() + make_interval(secs => ?) end
      where id = ?`,
    [problem.message, version, pauseAfter(tries), id] as never,
  )
}

/** @throws PlatformProblem */
async function send(platform: Platform, grade: Due): Promise<void> {
  // It may be switched on again.
  if (!platform.isActive) throw new PlatformProblem(0, 'switched_off')
  if (!grade.scopes.includes(SCOPE.score)) throw new PlatformProblem(403, 'takes_no_grades')
  const url = grade.line_item_url ?? (await findLineItem(platform, grade))
  const score = grade.score === null ? null : Number(grade.score)
  await callPlatform(platform, {
    scopes: [SCOPE.score],
    method: 'POST',
    url: scoresOf(url),
    content: {
      type: SCORE,
      body: {
        userId: grade.sub,
        timestamp: grade.happened_at.toISOString(),
        activityProgress: grade.activity,
        // Pending: "the current value is partial and may be updated" (AGS, 3.4.7).
        gradingProgress: score === null ? 'NotReady' : grade.activity === 'Completed' ? 'FullyGraded' : 'Pending',
        ...(score !== null && { scoreGiven: score, scoreMaximum: 100 }),
      },
    },
  })
}

/** Returns the address for scores of a line: its path with `/scores`, before any query. Pure. */
export function scoresOf(lineItem: string): string {
  const url = new URL(lineItem)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/scores`
  return url.href
}

/** The line of a link in the platform's grade book: the existing one, else a new one. @throws PlatformProblem */
async function findLineItem(platform: Platform, grade: Due): Promise<string> {
  if (!grade.line_items_url || !grade.scopes.includes(SCOPE.lineItem)) throw new PlatformProblem(403, 'no_line')
  const scopes = [SCOPE.lineItem]
  const search = new URL(grade.line_items_url)
  search.searchParams.set('resource_link_id', grade.resource_link)
  const answer = await callPlatform(platform, { scopes, url: search.href, accept: LINE_ITEMS })
  const found = await contentOf(answer)
  const known = (Array.isArray(found) ? found : [])
    .map(objectOf)
    .find(({ id, resourceLinkId }) => isLineOf(grade.line_items_url!, id) && resourceLinkId === grade.resource_link)
  const url = known ? String(known.id) : await makeLineItem(platform, grade)
  await db.from('lti_links').where('id', grade.link_id).update({ line_item_url: url })
  return url
}

async function makeLineItem(platform: Platform, grade: Due): Promise<string> {
  const courses = (await (await serviceOf(learningService))?.listCourses()) ?? []
  const course = courses.find(({ id }) => id === grade.course_id)
  const label = grade.title || (course && textIn(course.name, 'nl')) || grade.resource_link
  const made = await callPlatform(platform, {
    scopes: [SCOPE.lineItem],
    method: 'POST',
    url: grade.line_items_url!,
    accept: LINE_ITEM,
    content: {
      type: LINE_ITEM,
      body: { scoreMaximum: 100, label, resourceLinkId: grade.resource_link, resourceId: `course-${grade.course_id}`, tag: 'course' },
    },
  })
  const { id } = objectOf(await contentOf(made))
  if (!isLineOf(grade.line_items_url!, id)) throw new PlatformProblem(502, 'no_line')
  return id
}

/** A line must have the origin of its grade book, whose address the platform signed: a grade is sent nowhere else. Pure. */
const isLineOf = (lines: string, value: unknown): value is string => {
  const line = textOf(value)
  return line !== null && isWebAddress(line) && new URL(line).origin === new URL(lines).origin
}
