import type { HttpContext } from '@adonisjs/core/http'
import { AppError, conflict } from '#core/contract/errors'
import type { GivenName } from '#core/contract/full_name'
import type { Arrival } from '#core/contract/launches'
import type { ExtraAnswers } from '#core/contract/registration'
import { ownCompany } from '#core/kit/companies'
import { onArrival, stillSends } from '#core/kit/entry'
import { checkBrought, registrationFields } from '#core/kit/registration'
import { inOpenCompany } from '#core/kit/scope'
import { openLaunched, openSealed, sealFor } from '#core/kit/vouched'
import { textIn } from '#core/kit/words'
import { byArrival } from './arrived.js'
import { courseNamed, enrol } from './enrolling.js'
import { noteLaunch, noteRefusal } from './launch_log.js'
import { linkingPath } from './linking.js'
import { nameOf } from './names.js'
import { useUp } from './nonces.js'
import { arrivePath, coursePath, problemPath } from './paths.js'
import { type Told, languageOf, personOf } from './people.js'
import { LaunchRefused, REFUSALS, type Refusal } from './refusal.js'

const PURPOSE = 'lti.arrival'
/** For who is asked their name. */
const SECONDS = 30 * 60

/** Somebody whose launch was used up, until they said who they are. */
type Ticket = Pick<Arrival, 'source' | 'once' | 'person' | 'course'> & { integration: string; company: string }

/**
 * A launch by a link: whoever is known comes in, whoever is not says who they are first. Each link counts once.
 * @returns the page that the browser goes on to
 * @throws ArrivalRefused while nothing says whose it is; AppError 404 for an integration that is none
 */
export const arrive = (ctx: HttpContext, { integration, token, payload }: { integration: string; token: string; payload: string }) =>
  onArrival({ plugin: 'lti', integration, token, payload }, async (read) => {
    if ('refused' in read) {
      const { reason, detail, by } = read.refused
      return refuse(ctx, { integration, source: by!.source }, new LaunchRefused(reason, detail))
    }
    const { source, person, course } = read.arrival
    // No integration uses up what is another's.
    const once = { ...read.arrival.once, id: nameOf(integration, source.id, read.arrival.once.id) }
    return orRefused(ctx, { integration, source: source.name }, async () => {
      const found = course === null ? null : await courseNamed(course)
      if (!(await useUp(once.id, once.until))) throw new LaunchRefused('replay')
      const known = await byArrival({ integration, source }).find(person.subject)
      if (known) return comeIn(ctx, { integration, source, courseId: found?.id ?? null, membershipId: known.membershipId })
      const { loginId: company } = await ownCompany()
      const ticket: Ticket = { source, once, person, course, integration, company }
      await noteLaunch({ platformId: null, source: source.name, message: integration, outcome: 'begun' })
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
  await noteLaunch({ platformId: null, source: source.name, membershipId, message: integration, outcome: 'opened' })
  return path
}

/** Says why somebody does not come in, to them and to whoever looks after the other system. */
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
  await noteRefusal(ctx.request.ip(), { platformId: null, source, message: integration, outcome: reason, detail })
  return problemPath(reason, { company: (await ownCompany()).loginId })
}

/** Runs in the company of a ticket. A system that is switched off ends those that are out. @throws AppError 409 link_over */
async function withTicket<T>(sealed: string, work: (ticket: Ticket) => Promise<T>): Promise<T> {
  const ticket = openSealed<Ticket>(PURPOSE, sealed)
  const inTime = async (given: Ticket) =>
    (await stillSends({ integration: given.integration, source: given.source.id })) ? { value: await work(given) } : null
  const done = ticket && (await inOpenCompany({ plugin: 'lti', company: ticket.company }, () => inTime(ticket)))
  if (!done) throw conflict('link_over')
  return done.value
}

/** What the registration screen says and asks, in the language that its reader reads. @throws AppError 409 link_over */
export const askedOf = (sealed: string, language: string) =>
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

export interface SaidOfOneself extends GivenName {
  language: string
  extra: ExtraAnswers
  agreed: boolean
}

/**
 * Makes the account of somebody whom a link brought, and lets them in; once.
 * @returns the page that the browser goes on to
 * @throws AppError 409 link_over; 422 with what is wrong with what they said
 */
export const registerArrived = (ctx: HttpContext, sealed: string, { language, extra, agreed, ...names }: SaidOfOneself): Promise<string> =>
  withTicket(sealed, async ({ integration, source, once, person, course }) => {
    const keepDetails = await checkBrought({ ...names, agreed, extra }, language)
    return orRefused(ctx, { integration, source: source.name }, async () => {
      const courseId = course === null ? null : (await courseNamed(course)).id
      const { subject, email } = person
      const name = { given: names.firstname, infix: names.infix ?? null, family: names.lastname }
      const told: Told = { subject, email, locale: language, isAdministrator: false, name }
      const by = { integration, source }
      const finished = `${once.id}.done`
      const until = new Date(Date.now() + SECONDS * 1000)
      let used = false
      const found = await personOf(byArrival(by), told, {
        // With the account or not at all: whoever is cut off in between opens the link again.
        within: async (trx, membershipId) => {
          used = await useUp(finished, until, trx)
          if (!used) throw new LaunchRefused('replay')
          await keepDetails(trx, membershipId)
        },
      })
      if (found.kind === 'unproved') {
        await noteLaunch({ platformId: null, source: source.name, message: integration, outcome: 'link' })
        // The page says what the system said: whoever types a name here says nothing in its name.
        const saidName = { given: person.firstname, infix: person.infix ?? null, family: person.lastname }
        return linkingPath({
          by,
          userId: found.userId,
          told: { ...told, name: person.firstname || person.lastname ? saidName : { given: subject, family: '' } },
        })
      }
      // Somebody of another tab was faster: they are known by now.
      if (!used && !(await useUp(finished, until))) throw new LaunchRefused('replay')
      return comeIn(ctx, { integration, source, courseId, membershipId: found.membershipId })
    })
  })
