import db from '@adonisjs/lucid/services/db'
import { invalid } from '#core/contract/errors'
import { ageOn, type Day } from '#core/kit/days'
import { addMember, takenEmails } from '#core/kit/people'
import type { Session } from '#core/kit/scope'
import type { Answers } from '../validators/booking.js'

/** Specification, section 9. */
const ADULT = 18

export interface PlannedPerson {
  /** Null: new, and added when the booking is made. */
  membershipId: number | null
  name: string
  email: string
  birthdate: Day | null
}

export interface Problem {
  field: string
  rule: string
}

const EMAIL = /^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$/

/**
 * Who is meant, in the order of the wizard, and what is wrong with them. A participant books for themselves alone.
 * A new one whose address is a colleague's is that colleague.
 */
export async function planPeople(session: Session, { people = [] }: Answers): Promise<{ people: PlannedPerson[]; problems: Problem[] }> {
  const emails = people.flatMap(({ membership, email }) => (membership ? [] : [email?.toLowerCase() ?? '']))
  const ids = people.flatMap(({ membership }) => membership ?? [])
  // Before one's own people: who is added meanwhile, by another click, is then known as a colleague.
  const taken = await takenEmails(emails.filter(Boolean))
  const members: { id: number; firstname: string; lastname: string; email: string; birthdate: Day | null; is_out: boolean }[] = await db
    .from('kit_members')
    .where((any) => any.whereIn('id', ids).orWhereRaw('lower(email) = any(?)', [emails as never]))
    .select('id', 'firstname', 'lastname', 'email', db.raw('birthdate::text as birthdate'))
    .select(db.raw(`(status = 'inactive' and conditions_accepted_at is not null) as is_out`))
  const byId = new Map(members.map((member) => [member.id, member]))
  const byEmail = new Map(members.map((member) => [member.email.toLowerCase(), member]))
  const seen = new Set<string>()
  const problems: Problem[] = []
  const planned = people.map((person, index): PlannedPerson => {
    const wrong = (field: string, rule: string) => problems.push({ field: `people.${index}.${field}`, rule })
    const email = person.email?.toLowerCase() ?? ''
    const member = person.membership ? byId.get(person.membership) : byEmail.get(email)
    if (person.membership && !member) wrong('membership', 'enum')
    if (member?.is_out) wrong(person.membership ? 'membership' : 'email', 'member_inactive')
    if (!person.membership && !member) {
      if (!person.firstname) wrong('firstname', 'required')
      if (!person.lastname) wrong('lastname', 'required')
      if (!EMAIL.test(email)) wrong('email', 'email')
      else if (taken.has(email)) wrong('email', 'email_in_use')
    }
    const key = member ? String(member.id) : email
    if (key && seen.has(key)) wrong(person.membership ? 'membership' : 'email', 'doubled')
    seen.add(key)
    return {
      membershipId: member?.id ?? null,
      name: member ? `${member.firstname} ${member.lastname}`.trim() : `${person.firstname ?? ''} ${person.lastname ?? ''}`.trim(),
      email: member?.email ?? email,
      birthdate: member?.birthdate ?? person.birthdate ?? null,
    }
  })
  if (!people.length) problems.push({ field: 'people', rule: 'required' })
  const isOwn = planned.length === 1 && planned[0]!.membershipId === session.membershipId
  if (session.role === 'leerling' && !isOwn) problems.push({ field: 'people', rule: 'only_yourself' })
  return { people: planned, problems }
}

/** Who lacks a birth date, and who is too young on a day, where only adults may take part. */
export function checkAdults(people: readonly Pick<PlannedPerson, 'birthdate'>[], on: Day): Problem[] {
  return people.flatMap(({ birthdate }, index) => {
    const field = `people.${index}.birthdate`
    if (!birthdate) return [{ field, rule: 'birthdate_required' }]
    return ageOn(birthdate, on) < ADULT ? [{ field, rule: 'adults_only' }] : []
  })
}

/**
 * The new ones become members, invited, one by one; who was added before a later one is refused is known by their address the
 * next time.
 * @returns the membership of each, in order
 * @throws AppError 422 at the person
 */
export async function settlePeople(session: Session, { people = [] }: Answers, planned: readonly PlannedPerson[]): Promise<number[]> {
  const ids: number[] = []
  for (const [index, { membershipId }] of planned.entries()) {
    const { firstname = '', lastname = '', email = '', birthdate = null } = people[index]!
    const add = () =>
      addMember(session, { firstname, lastname, email, birthdate, language: session.row.language, role: 'leerling' }, { invite: true })
    ids.push(
      membershipId ??
        (await add().catch(async () => {
          // A second click, or another tab, added them a moment ago.
          const known = await db.from('kit_members').whereRaw('lower(email) = lower(?)', [email]).select('id').first()
          if (!known) throw invalid(`people.${index}.email`, 'email_in_use')
          return known.id as number
        })),
    )
  }
  return ids
}
