import db from '@adonisjs/lucid/services/db'
import { settings } from '../config/settings.js'
import { defineEvent } from '../contract/events.js'
import { defineMail } from '../contract/plugin.js'
import { emit } from '../events/outbox.js'
import { asSystem, inCompany } from '../tenancy/scope.js'
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
  to: ({ membershipId }) => membershipId,
  load: async ({ membershipId }) => ({ actionUrl: await newInvitationLink(membershipId) }),
  secrets: ['actionUrl'],
  sample: { actionUrl: 'https://platform.example/invite?token=sample' },
})

async function newInvitationLink(membershipId: number): Promise<string> {
  const { user_id } = await db.from('core_memberships').where('id', membershipId).select('user_id').firstOrFail()
  const { token } = await issueToken(INVITATION, { userId: user_id, membershipId })
  return `${(await settings()).appUrl}/invite?token=${token}`
}

/** Has the invitation mail written and sent. */
export async function sendInvitation({ companyId, membershipId }: { companyId: number; membershipId: number }): Promise<void> {
  await inCompany(companyId, () => db.transaction((trx) => emit(trx, invitationRequested, { membershipId })))
}

/**
 * Sends an open invitation again, unless that was done a moment ago.
 * @returns `sent`, or `sent_before` when the last one must do for now
 */
export async function resendInvitation(invited: { companyId: number; membershipId: number }): Promise<'sent' | 'sent_before'> {
  const mayBeSent = await mayMail([
    [PER_PERSON, `invitation:${invited.membershipId}`],
    [PER_PERSON_A_DAY, `invitation_day:${invited.membershipId}`],
  ])
  if (!mayBeSent) return 'sent_before'
  await sendInvitation(invited)
  return 'sent'
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
