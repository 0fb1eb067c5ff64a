import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { settings } from '../config/settings.js'
import { defineEvent } from '../contract/events.js'
import { defineMail } from '../contract/plugin.js'
import { conflict, notFound } from '../contract/errors.js'
import { emit } from '../events/outbox.js'
import { pluginRegistry } from '../plugins/registry.js'
import { recordAudit } from '../privacy/audit.js'
import type { Session } from '../tenancy/session.js'
import { asSystem, currentCompanyId, inCompany } from '../tenancy/scope.js'
import { mayMail } from './attempts.js'
import { type KnownToken, issueToken, readToken } from './tokens.js'

export const INVITATION = { name: 'invitation', seconds: 14 * 86_400 }

// Anybody who knows the address may ask on the login page. A person gets few mails, however many people ask.
const PER_PERSON = { requests: 1, duration: '15 mins' }
const PER_PERSON_A_DAY = { requests: 5, duration: '1 day' }

/** Emitted when an invited person should get the mail, for the first time or again. */
export const invitationRequested = defineEvent<{ membershipId: number }>('core.invitation.requested')

/** The invitation mail. Its link is made when the mail is written, so that no event holds the secret. */
export const invitationMail = defineMail({
  trigger: 'core.mail.invitation',
  on: invitationRequested,
  aboutAccount: true,
  beforeAccount: true,
  to: ({ membershipId }) => membershipId,
  load: async ({ membershipId }) => ({ actionUrl: await newInvitationLink(membershipId), waiting: await waitingFor(membershipId) }),
  secrets: ['actionUrl'],
  sample: {
    actionUrl: 'https://platform.example/invite?token=sample',
    waiting: 'Deze training staat voor je klaar:\n– Veilig werken op hoogte, uiterlijk vrijdag 4 december',
  },
})

/** The texts that the enabled plugins add to the invitation mail, such as the courses assigned. May be empty. */
async function waitingFor(membershipId: number): Promise<string> {
  const { plugins } = await db.from('core_companies').where('id', currentCompanyId()).select('plugins').firstOrFail()
  const registry = pluginRegistry()
  const texts: string[] = []
  for (const { id, invitationText } of registry.plugins) {
    if (invitationText && registry.isOn(id, plugins)) texts.push(await invitationText(membershipId))
  }
  return texts.filter(Boolean).join('\n\n')
}

async function newInvitationLink(membershipId: number): Promise<string> {
  const { user_id } = await db.from('core_memberships').where('id', membershipId).select('user_id').firstOrFail()
  const { token } = await issueToken(INVITATION, { userId: user_id, membershipId })
  return `${(await settings()).appUrl}/invite?token=${token}`
}

/** Has the invitation mail written and sent. */
export async function sendInvitation({ companyId, membershipId }: { companyId: number; membershipId: number }): Promise<void> {
  await inCompany(companyId, () => db.transaction((trx) => requestInvitation(trx, membershipId)))
}

/**
 * Has the invitation mail written and sent after commit, regardless of when the last one was sent. For a person with an open invitation who
 * should hear about something new. Runs in the scope of their company.
 */
export const requestInvitation = (trx: TransactionClientContract, membershipId: number): Promise<void> =>
  emit(trx, invitationRequested, { membershipId })

const mayInvite = (membershipId: number): Promise<boolean> =>
  mayMail([
    [PER_PERSON, `invitation:${membershipId}`],
    [PER_PERSON_A_DAY, `invitation_day:${membershipId}`],
  ])

/**
 * Sends an open invitation again, unless that was done recently.
 * @returns `sent`, or `sent_before` when it was sent recently
 */
export async function resendInvitation(invited: { companyId: number; membershipId: number }): Promise<'sent' | 'sent_before'> {
  if (!(await mayInvite(invited.membershipId))) return 'sent_before'
  await sendInvitation(invited)
  return 'sent'
}

/** An invitation that nobody accepted, including a withdrawn one: the person was never active and never deactivated. */
const OPEN = { status: 'inactive', registration_type: 'invite', last_seen_at: null, deactivated_at: null }

/**
 * Sends an invitation of the running company again, including a withdrawn one.
 * @returns as `resendInvitation`
 * @throws AppError 404; 409 no_open_invitation when the person was active before
 */
export async function inviteAgain(session: Session, membershipId: number): Promise<'sent' | 'sent_before'> {
  const companyId = await changeInvitation(session, membershipId, null, 'invitation.again')
  return resendInvitation({ companyId, membershipId })
}

/**
 * The same inside the transaction of a bulk action. The mail is sent after the commit.
 * @throws AppError 404; 409 no_open_invitation; 409 invited_recently when it was sent recently
 */
export async function inviteAgainIn(trx: TransactionClientContract, session: Session, membershipId: number): Promise<void> {
  await recordInvitation(trx, session, { membershipId, withdrawnAt: null, action: 'invitation.again' })
  if (!(await mayInvite(membershipId))) throw conflict('invited_recently')
  await emit(trx, invitationRequested, { membershipId })
}

/** Withdraws an open invitation: its links stop working, and asking for a new one does nothing. @throws AppError as `inviteAgain` */
export async function withdrawInvitation(session: Session, membershipId: number): Promise<void> {
  await changeInvitation(session, membershipId, new Date(), 'invitation.withdraw')
}

async function changeInvitation(session: Session, membershipId: number, withdrawnAt: Date | null, action: string): Promise<number> {
  return db.transaction((trx) => recordInvitation(trx, session, { membershipId, withdrawnAt, action }))
}

interface InvitationChange {
  membershipId: number
  withdrawnAt: Date | null
  action: string
}

/**
 * Withdraws or restores an open invitation, without a mail. Audited.
 * @returns the company of the invitation
 * @throws AppError 404; 409 no_open_invitation, no_address
 */
export async function recordInvitation(
  trx: TransactionClientContract,
  session: Session,
  { membershipId, withdrawnAt, action }: InvitationChange,
): Promise<number> {
  const row = await trx.from('core_memberships').where('id', membershipId).forUpdate().select('company_id', 'email').first()
  if (!row) throw notFound()
  // They get a code instead.
  if (!row.email && !withdrawnAt && action === 'invitation.again') throw conflict('no_address')
  const changed = await trx
    .from('core_memberships')
    .where({ id: membershipId, ...OPEN })
    .update({ invitation_withdrawn_at: withdrawnAt })
  if (!Number(changed)) throw conflict('no_open_invitation')
  await recordAudit(trx, session, { action, reason: 'people.invitation', details: { membershipId } })
  return row.company_id as number
}

/** The state of the invitation behind a link; null when there never was one. `token` is untrusted input. */
export async function readInvitation(token: unknown): Promise<KnownToken | null> {
  return typeof token === 'string' ? readToken(INVITATION, token) : null
}

/** The company that invites, for the look of the page; null when the link is unknown. */
export async function companyOfInvitation(token: unknown): Promise<number | null> {
  const invitation = await readInvitation(token)
  if (!invitation?.membershipId) return null
  const { membershipId } = invitation
  const row = await asSystem('invitation.company', () => db.from('core_memberships').where('id', membershipId).select('company_id').first())
  return row?.company_id ?? null
}
