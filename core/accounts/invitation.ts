import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { settings } from '../config/settings.js'
import { defineEvent } from '../contract/events.js'
import { defineMail } from '../contract/plugin.js'
import { conflict, notFound } from '../contract/errors.js'
import { emit } from '../events/outbox.js'
import { pluginRegistry } from '../plugins/registry.js'
import { noteAudit } from '../privacy/audit.js'
import type { Session } from '../tenancy/session.js'
import { asSystem, currentCompanyId, inCompany } from '../tenancy/scope.js'
import { mayMail } from './attempts.js'
import { type KnownToken, issueToken, readToken } from './tokens.js'

export const INVITATION = { name: 'invitation', seconds: 14 * 86_400 }

// Anybody who knows the address may ask at the login page: a person gets few mails, however many ask.
const PER_PERSON = { requests: 1, duration: '15 mins' }
const PER_PERSON_A_DAY = { requests: 5, duration: '1 day' }

/** Somebody who was invited is to get the mail, for the first time or again. */
export const invitationRequested = defineEvent<{ membershipId: number }>('core.invitation.requested')

/** The invitation. Its link is made as the mail is written, so that the secret stands in no event. */
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

/** What waits for somebody who was invited, in the words of the plugins that are on for their company; may be empty. */
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
 * Has the invitation mail written and sent after commit, whenever the last one went: for somebody whose invitation is open and who is to
 * hear of something new. In the scope of their company.
 */
export const requestInvitation = (trx: TransactionClientContract, membershipId: number): Promise<void> =>
  emit(trx, invitationRequested, { membershipId })

const mayInvite = (membershipId: number): Promise<boolean> =>
  mayMail([
    [PER_PERSON, `invitation:${membershipId}`],
    [PER_PERSON_A_DAY, `invitation_day:${membershipId}`],
  ])

/**
 * Sends an open invitation again, unless that was done a moment ago.
 * @returns `sent`, or `sent_before` when the last one must do for now
 */
export async function resendInvitation(invited: { companyId: number; membershipId: number }): Promise<'sent' | 'sent_before'> {
  if (!(await mayInvite(invited.membershipId))) return 'sent_before'
  await sendInvitation(invited)
  return 'sent'
}

/** An invitation that nobody took yet, also one that was taken back: somebody who was never in, and never shut out. */
const OPEN = { status: 'inactive', registration_type: 'invite', last_seen_at: null, deactivated_at: null }

/**
 * Sends somebody of the running company their invitation again, also one that was taken back.
 * @returns as `resendInvitation`
 * @throws AppError 404; 409 no_open_invitation when the person was in already
 */
export async function inviteAgain(session: Session, membershipId: number): Promise<'sent' | 'sent_before'> {
  const companyId = await changeInvitation(session, membershipId, null, 'invitation.again')
  return resendInvitation({ companyId, membershipId })
}

/**
 * The same in the transaction of a bulk action. The mail goes when that is committed.
 * @throws AppError 404; 409 no_open_invitation; 409 invited_recently when the last mail must do for now
 */
export async function inviteAgainIn(trx: TransactionClientContract, session: Session, membershipId: number): Promise<void> {
  await noteInvitation(trx, session, { membershipId, withdrawnAt: null, action: 'invitation.again' })
  if (!(await mayInvite(membershipId))) throw conflict('invited_recently')
  await emit(trx, invitationRequested, { membershipId })
}

/** Takes an open invitation back: its links and a question for a new one open nothing. @throws AppError as `inviteAgain` */
export async function withdrawInvitation(session: Session, membershipId: number): Promise<void> {
  await changeInvitation(session, membershipId, new Date(), 'invitation.withdraw')
}

async function changeInvitation(session: Session, membershipId: number, withdrawnAt: Date | null, action: string): Promise<number> {
  return db.transaction((trx) => noteInvitation(trx, session, { membershipId, withdrawnAt, action }))
}

interface InvitationChange {
  membershipId: number
  withdrawnAt: Date | null
  action: string
}

/**
 * Takes an open invitation back, or has it stand again, without a mail. Audited.
 * @returns the company whose invitation it is
 * @throws AppError 404; 409 no_open_invitation
 */
export async function noteInvitation(
  trx: TransactionClientContract,
  session: Session,
  { membershipId, withdrawnAt, action }: InvitationChange,
): Promise<number> {
  const row = await trx.from('core_memberships').where('id', membershipId).forUpdate().select('company_id').first()
  if (!row) throw notFound()
  const changed = await trx
    .from('core_memberships')
    .where({ id: membershipId, ...OPEN })
    .update({ invitation_withdrawn_at: withdrawnAt })
  if (!Number(changed)) throw conflict('no_open_invitation')
  await noteAudit(trx, session, { action, reason: 'people.invitation', details: { membershipId } })
  return row.company_id as number
}

/** What became of the invitation behind a link, or null when there never was one. `token` is what a stranger's address holds. */
export async function readInvitation(token: unknown): Promise<KnownToken | null> {
  return typeof token === 'string' ? readToken(INVITATION, token) : null
}

/** The company that invites, for the look of the page; null when the link leads to none. */
export async function companyOfInvitation(token: unknown): Promise<number | null> {
  const invitation = await readInvitation(token)
  if (!invitation?.membershipId) return null
  const { membershipId } = invitation
  const row = await asSystem('invitation.company', () => db.from('core_memberships').where('id', membershipId).select('company_id').first())
  return row?.company_id ?? null
}
