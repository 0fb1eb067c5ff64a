import { type PersonName, fullName } from '#core/contract/full_name'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { invalid } from '#core/contract/errors'
import { type Day, isAdultOn } from '#core/kit/days'
import { addMembers, type NewMember, existingEmails } from '#core/kit/people'
import type { Session } from '#core/kit/scope'
import type { Adjustment } from '#plugins/exams/contract/adjustments'
import type { Answers } from '../validators/booking.js'

export interface PlannedPerson {
  /** Null for a new person, who is added with the booking. */
  membershipId: number | null
  name: string
  email: string
  birthdate: Day | null
  /** The person's adjustments of the exam, such as extra time. */
  adjustments: readonly Adjustment[]
}

export interface Problem {
  field: string
  rule: string
}

const EMAIL = /^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$/

/**
 * The people in the wizard, in order, and what is wrong with them. A participant books for themselves only. A new person whose address is a
 * colleague's is that colleague.
 */
export async function planPeople(session: Session, { people = [] }: Answers): Promise<{ people: PlannedPerson[]; problems: Problem[] }> {
  const emails = people.flatMap(({ membership, email }) => (membership ? [] : [email?.toLowerCase() ?? '']))
  const ids = people.flatMap(({ membership }) => membership ?? [])
  // Read before one's own people, so that somebody added meanwhile is recognised as a colleague.
  const isParticipant = session.role === 'leerling'
  const typed = isParticipant ? [] : emails.filter(Boolean)
  const taken = typed.length ? await existingEmails(typed) : new Set<string>()
  const members: (PersonName & { id: number; email: string | null; birthdate: Day | null; is_out: boolean })[] = await db
    .from('kit_members')
    .where((any) => any.whereIn('id', ids).orWhereRaw('lower(email) = any(?)', [emails as never]))
    // A participant must not find out who their colleagues are by guessing an id or address.
    .if(isParticipant, (query) => query.where('id', session.membershipId ?? 0))
    .select('id', 'firstname', 'infix', 'lastname', 'email', db.raw('birthdate::text as birthdate'))
    .select(db.raw(`(status = 'inactive' and conditions_accepted_at is not null) as is_out`))
  const byId = new Map(members.map((member) => [member.id, member]))
  const byEmail = new Map(members.flatMap((member) => (member.email === null ? [] : [[member.email.toLowerCase(), member] as const])))
  const seen = new Set<string>()
  const problems: Problem[] = []
  const planned = people.map((person, index): PlannedPerson => {
    const wrong = (field: string, rule: string) => problems.push({ field: `people.${index}.${field}`, rule })
    const email = person.email?.toLowerCase() ?? ''
    const member = person.membership ? byId.get(person.membership) : byEmail.get(email)
    if (person.membership && !member) wrong('membership', 'enum')
    if (member?.is_out) wrong(person.membership ? 'membership' : 'email', 'member_inactive')
    if (!person.membership && !member) {
      if (!person.firstname && !person.lastname) wrong('firstname', 'required')
      if (!EMAIL.test(email)) wrong('email', 'email')
      else if (taken.has(email)) wrong('email', 'email_in_use')
    }
    const key = member ? String(member.id) : email
    if (key && seen.has(key)) wrong(person.membership ? 'membership' : 'email', 'doubled')
    seen.add(key)
    return {
      membershipId: member?.id ?? null,
      name: fullName(member ?? { firstname: person.firstname ?? '', infix: person.infix ?? null, lastname: person.lastname ?? '' }),
      // Empty for a colleague without one.
      email: member ? (member.email ?? '') : email,
      birthdate: member?.birthdate ?? person.birthdate ?? null,
      adjustments: person.adjustments ?? [],
    }
  })
  if (!people.length) problems.push({ field: 'people', rule: 'required' })
  const isOwn = planned.length === 1 && planned[0]!.membershipId === session.membershipId
  if (isParticipant && !isOwn) problems.push({ field: 'people', rule: 'only_yourself' })
  return { people: planned, problems }
}

/** People who chose an adjustment that the moment of the exam does not offer. */
export function checkAdjustments(people: readonly Pick<PlannedPerson, 'adjustments'>[], offered: readonly Adjustment[]): Problem[] {
  return people.flatMap(({ adjustments }, index) =>
    adjustments.every((one) => offered.includes(one)) ? [] : [{ field: `people.${index}.adjustments`, rule: 'adjustment_not_offered' }],
  )
}

/** People without a birth date, and people who are too young on that day, where only adults may take part. */
export function checkAdults(people: readonly Pick<PlannedPerson, 'birthdate'>[], on: Day): Problem[] {
  return people.flatMap(({ birthdate }, index) => {
    const field = `people.${index}.birthdate`
    if (!birthdate) return [{ field, rule: 'birthdate_required' }]
    return isAdultOn(birthdate, on) ? [] : [{ field, rule: 'adults_only' }]
  })
}

/**
 * Invites the new people in the booking's transaction, so that a failed booking invites nobody.
 * @returns the membership of each, in the order of the wizard
 * @throws AppError 422 email_in_use at a person whose address has an account elsewhere
 */
export async function addNewPeople(
  trx: TransactionClientContract,
  session: Session,
  { people = [] }: Answers,
  planned: readonly PlannedPerson[],
): Promise<number[]> {
  const fresh = planned.flatMap(({ membershipId }, index) => (membershipId ? [] : [index]))
  if (!fresh.length) return planned.map(({ membershipId }) => membershipId!)
  const given = fresh.map((index): NewMember => {
    const { firstname = '', infix, lastname = '', birthdate = null } = people[index]!
    return { firstname, infix, lastname, email: planned[index]!.email, birthdate, language: session.row.language, role: 'leerling' }
  })
  const added = await addMembers(trx, session, given, { invite: true })
  const colleagues = await membersByEmail(
    trx,
    given.filter((_, at) => !added[at]).flatMap(({ email }) => email ?? []),
  )
  const idOf = new Map(fresh.map((index, at) => [index, added[at] ?? colleagues.get(planned[index]!.email)]))
  return planned.map(({ membershipId }, index) => {
    const id = membershipId ?? idOf.get(index)
    if (!id) throw invalid(`people.${index}.email`, 'email_in_use')
    return id
  })
}

/** Members of the company whom another wizard just added, by address in lower case. */
async function membersByEmail(trx: TransactionClientContract, emails: readonly string[]): Promise<Map<string, number>> {
  if (!emails.length) return new Map()
  const rows: { id: number; email: string }[] = await trx
    .from('kit_members')
    .whereRaw('lower(email) = any(?)', [emails as never])
    .select('id', trx.raw('lower(email) as email'))
  return new Map(rows.map(({ id, email }) => [email, id]))
}
