import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { refuse } from '../accounts/account_rules.js'
import { notFound } from '../contract/errors.js'
import { nameProblems } from '../contract/full_name.js'
import { memberSkillsSaved } from '../contract/people_events.js'
import { saveFrom, versionOf } from '../database/versions.js'
import { emit } from '../events/outbox.js'
import { recordAudit } from '../privacy/audit.js'
import type { Session } from '../tenancy/session.js'
import type { Details, GivenDetails, Versioned } from './profile.js'

// A supervisor's changes of a profile, in the scope of their company. Consent can only be given by the person. So can the address: a
// supervisor who changed it could sign in as the person, in all their companies.

export interface MemberDetails extends Details {
  language: string
}
export interface MemberSkills {
  skillset: string[]
}

type Client = Pick<TransactionClientContract, 'from' | 'raw'>

async function readDetails(membershipId: number, client: Client = db): Promise<Versioned<MemberDetails> & { user_id: number }> {
  const row = await client
    .from('core_users as u')
    .join('core_memberships as m', 'm.user_id', 'u.id')
    .where('m.id', membershipId)
    .select('u.id as user_id', 'u.firstname', 'u.infix', 'u.lastname', 'u.gender', 'u.language')
    .select(db.raw('u.birthdate::text as birthdate'), db.raw(`${versionOf('u.updated_at')} as updated_at`))
    .first()
  if (!row) throw notFound()
  return row
}

async function readSkills(membershipId: number, client: Client = db): Promise<Versioned<MemberSkills>> {
  const row = await client
    .from('core_memberships')
    .where('id', membershipId)
    .select('skillset', db.raw(`${versionOf('updated_at')} as updated_at`))
    .first()
  if (!row) throw notFound()
  return row
}

export interface MemberProfile {
  details: Versioned<MemberDetails>
  skills: Versioned<MemberSkills>
}

/** Returns the data of a person that a supervisor can change. @throws AppError 404 for no member of the running company */
export async function memberProfile(membershipId: number): Promise<MemberProfile> {
  const { user_id: _user, ...details } = await readDetails(membershipId)
  return { details, skills: await readSkills(membershipId) }
}

/** Saves a person's details; audited. @throws AppError 422 firstname_mandatory, lastname_mandatory; 409 changed_meanwhile; 404 */
export async function saveMemberDetails(
  session: Session,
  membershipId: number,
  { updated_at: version, ...sent }: Versioned<GivenDetails<MemberDetails>>,
): Promise<MemberProfile> {
  refuse(nameProblems(sent))
  const { user_id: id } = await readDetails(membershipId)
  const current = async (trx: TransactionClientContract) => readDetails(membershipId, trx)
  await saveFrom({ table: 'core_users', id, version, sent: { ...sent }, current }, async (trx) => {
    await trx.from('core_users').where('id', id).update(sent)
    await recordAudit(trx, session, { action: 'member.details', reason: 'people.profile', details: { membershipId } })
  })
  return memberProfile(membershipId)
}

/** Saves a person's skills; audited. @throws AppError 409 changed_meanwhile; 404 */
export async function saveMemberSkills(
  session: Session,
  membershipId: number,
  { updated_at: version, skillset }: Versioned<MemberSkills>,
): Promise<MemberProfile> {
  const kept = [...new Set(skillset)]
  const current = (trx: TransactionClientContract) => readSkills(membershipId, trx)
  await saveFrom({ table: 'core_memberships', id: membershipId, version, sent: { skillset: kept }, current }, async (trx) => {
    await trx.from('core_memberships').where('id', membershipId).update({ skillset: kept })
    await emit(trx, memberSkillsSaved, { membershipId })
    await recordAudit(trx, session, { action: 'member.skills', reason: 'people.profile', details: { membershipId } })
  })
  return memberProfile(membershipId)
}
