import type { HttpContext } from '@adonisjs/core/http'
import { AppError, conflict } from '#core/contract/errors'
import type { GivenName } from '#core/contract/full_name'
import type { Arrival } from '#core/contract/launches'
import type { ExtraAnswers } from '#core/contract/registration'
import { ownCompany } from '#core/kit/companies'
import { onArrival, mayStillSend } from '#core/kit/entry'
import { checkExternalDetails, registrationFields } from '#core/kit/registration'
import { inOpenCompany } from '#core/kit/scope'
import { openLaunched, openSealed, sealFor } from '#core/kit/federation'
import { textIn } from '#core/kit/words'
import { byArrival } from './arrived.js'
import { courseNamed, enrol } from './enrolling.js'
import { logLaunch, logRefusal } from './launch_log.js'
import { linkingPath } from './linking.js'
import { nameOf } from './names.js'
import { consumeNonce } from './nonces.js'
import { arrivePath, coursePath, problemPath } from './paths.js'
import { type LaunchDetails, languageOf, personOf } from './people.js'
import { LaunchRefused, REFUSALS, type Refusal } from './refusal.js'

const PURPOSE = 'lti.arrival'
/** For a person who is asked for their name. */
const SECONDS = 30 * 60

/** A person whose link was used, until they have entered their details. */
type Ticket = Pick<Arrival, 'source' | 'once' | 'person' | 'course'> & { integration: string; company: string }

/**
 * A launch by a link: a known person is signed in, a new person first enters their details. Each link works once.
 * @returns the page that the browser continues to
 * @throws ArrivalRefused while the company is unknown; AppError 404 for an unknown integration
 */
export const arrive = (ctx: HttpContext, { integration, token, payload }: { integration: string; token: string; payload: string }) =>
  onArrival({ plugin: 'lti', integration, token, payload }, async (read) => {
    if ('refused' in read) {
      const { reason, detail, by } = read.refused
      return refuse(ctx, { integration, source: by!.source }, new LaunchRefused(reason, detail))
    }
    const { source, person, course } = read.arrival
    // No integration uses up a link of another one.
    const once = { ...read.arrival.once, id: nameOf(integration, source.id, read.arrival.once.id) }
    return orRefused(ctx, { integration, source: source.name }, async () => {
      const found = course === null ? null : await courseNamed(course)
      if (!(await consumeNonce(once.id, once.until))) throw new LaunchRefused('replay')
      const known = await byArrival({ integration, source }).find(person.subject)
      if (known) return comeIn(ctx, { integration, source, courseId: found?.id ?? null, membershipId: known.membershipId })
      const { loginId: company } = await ownCompany()
      const ticket: Ticket = { source, once, person, course, integration, company }
      await logLaunch({ platformId: null, source: source.name, message: integration, outcome: 'begun' })
      return `${arrivePath(integration)}?company=${encodeURIComponent(company)}#${sealFor(PURPOSE, ticket, SECONDS)}`
    })
  })

interface ComingIn {
  integration: string
  source: Arrival['source']
  courseId: number | null
  membershipId: number
}

async function comeIn(ctx: HttpContext, { integration, source, courseId, membershipId }: ComingIn): Promise<string> {
  const path = await openLaunched(ctx, membershipId, async () =>
    courseId === null ? null : coursePath(await enrol(membershipId, courseId)),
  )
  await logLaunch({ platformId: null, source: source.name, membershipId, message: integration, outcome: 'opened' })
  return path
}

/** Tells the person, and the administrator of the other system, why they are not signed in. */
async function orRefused(ctx: HttpContext, from: { integration: string; source: string }, work: () => Promise<string>): Promise<string> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof LaunchRefused) return refuse(ctx, from, error)
    if (error instanceof AppError && error.status === 409 && (REFUSALS as readonly string[]).includes(error.code))
      return refuse(ctx, from, new LaunchRefused(error.code as Refusal))
    throw error
  }
}

async function refuse(
  ctx: HttpContext,
  { integration, source }: { integration: string; source: string },
  { reason, detail }: LaunchRefused,
): Promise<string> {
  await logRefusal(ctx.request.ip(), { platformId: null, source, message: integration, outcome: reason, detail })
  return problemPath(reason, { company: (await ownCompany()).loginId })
}

/** Runs in the company of a ticket. Switching a system off ends its open tickets. @throws AppError 409 link_over */
async function withTicket<T>(sealed: string, work: (ticket: Ticket) => Promise<T>): Promise<T> {
  const ticket = openSealed<Ticket>(PURPOSE, sealed)
  const inTime = async (given: Ticket) =>
    (await mayStillSend({ integration: given.integration, source: given.source.id })) ? { value: await work(given) } : null
  const done = ticket && (await inOpenCompany({ plugin: 'lti', company: ticket.company }, () => inTime(ticket)))
  if (!done) throw conflict('link_over')
  return done.value
}

/** The texts and questions of the registration screen, in the language of its reader. @throws AppError 409 link_over */
export const registrationScreen = (sealed: string, language: string) =>
  withTicket(sealed, async ({ source, person, course }) => {
    const [{ name, loginId }, fields, named] = await Promise.all([
      ownCompany(),
      registrationFields(),
      course === null ? null : courseNamed(course).catch(() => null),
    ])
    return {
      company: { name, login_id: loginId },
      source: source.name,
      course: named && textIn(named.name, language),
      person: {
        firstname: person.firstname,
        infix: person.infix ?? null,
        lastname: person.lastname,
        email: person.email,
        language: languageOf(person.locale, language),
      },
      fields,
    }
  })

export interface SelfReportedDetails extends GivenName {
  language: string
  extra: ExtraAnswers
  agreed: boolean
}

/**
 * Creates the account of a person who came by a link and signs them in; once.
 * @returns the page that the browser continues to
 * @throws AppError 409 link_over; 422 with the invalid fields
 */
export const registerArrived = (
  ctx: HttpContext,
  sealed: string,
  { language, extra, agreed, ...names }: SelfReportedDetails,
): Promise<string> =>
  withTicket(sealed, async ({ integration, source, once, person, course }) => {
    const keepDetails = await checkExternalDetails({ ...names, agreed, extra }, language)
    return orRefused(ctx, { integration, source: source.name }, async () => {
      const courseId = course === null ? null : (await courseNamed(course)).id
      const { subject, email } = person
      const name = { given: names.firstname, infix: names.infix ?? null, family: names.lastname }
      const told: LaunchDetails = { subject, email, locale: language, isAdministrator: false, name }
      const by = { integration, source }
      const finished = `${once.id}.done`
      const until = new Date(Date.now() + SECONDS * 1000)
      let used = false
      const found = await personOf(byArrival(by), told, {
        // In one transaction with the account: a person who is cut off in between opens the link again.
        within: async (trx, membershipId) => {
          used = await consumeNonce(finished, until, trx)
          if (!used) throw new LaunchRefused('replay')
          await keepDetails(trx, membershipId)
        },
      })
      if (found.kind === 'unproved') {
        await logLaunch({ platformId: null, source: source.name, message: integration, outcome: 'link' })
        // The page shows the name from the system: a name typed here is not attributed to it.
        const saidName = { given: person.firstname, infix: person.infix ?? null, family: person.lastname }
        return linkingPath({
          by,
          userId: found.userId,
          told: { ...told, name: person.firstname || person.lastname ? saidName : { given: subject, family: '' } },
        })
      }
      // Another tab was faster: the person is known by now.
      if (!used && !(await consumeNonce(finished, until))) throw new LaunchRefused('replay')
      return comeIn(ctx, { integration, source, courseId, membershipId: found.membershipId })
    })
  })
