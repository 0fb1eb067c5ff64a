import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { FALLBACK_LANGUAGE } from '../contract/languages.js'
import { type MailDefinition, type MailRecipient, hasMailbox } from '../contract/mail.js'

export interface Addressee {
  membershipId: number | null
  userId: number | null
  /** Empty for somebody without a mailbox, who is told on screen only. */
  email: string
  name: string
  language: string
  /** The channels; at least one. */
  byMail: boolean
  inApp: boolean
}

/** The ways to receive one kind of mail. */
export const MAIL_WAYS = ['both', 'mail', 'app'] as const
export type MailWay = (typeof MAIL_WAYS)[number]

type Client = Pick<TransactionClientContract, 'rawQuery'>
type Kind = Pick<MailDefinition, 'trigger' | 'aboutAccount'>

/**
 * Decides for every mail who receives it, and how. Mails about the account (`aboutAccount`) go to the person by mail and are never
 * forwarded. Others go to active people only, as they chose, and not to participants of a company that writes to them itself. A bare
 * address of a member counts as that member (decision 0119).
 * @returns null for an unknown person, or one who should not receive it
 */
export async function addresseeOf(to: MailRecipient, mail: Kind, client: Client = db): Promise<Addressee | null> {
  if ('person' in to) {
    // Without a company there are no preferences.
    if (!mail.aboutAccount) throw new Error(`Mail "${mail.trigger}" is not about the account: send it to a member or an address.`)
    const { rows } = await client.rawQuery<{ rows: Pick<Addressee, 'email' | 'name' | 'language'>[] }>(
      `select email::text, ${GREETING_NAME('core_users')} as name, language from core_users where id = ?`,
      [to.person],
    )
    return rows[0] ? { ...rows[0], ...(to.at && { email: to.at }), membershipId: null, userId: to.person, ...BY_MAIL } : null
  }
  if ('member' in to) {
    const row = await findMember('m.id = ?', to.member, client)
    return row && asMember(row, mail, to.at)
  }
  const row = await findMember('u.email = ?', to.email, client)
  if (row) return asMember(row, mail, to.email)
  const language = to.language ?? (await companyLanguage(client))
  return { email: to.email, name: to.name, language, membershipId: null, userId: null, ...BY_MAIL }
}

/** The name in the greeting: the first name, else the name there is. */
export const GREETING_NAME = (user: string) =>
  `coalesce(nullif(${user}.firstname, ''), core_full_name(${user}.firstname, ${user}.infix, ${user}.lastname), '')`

const BY_MAIL = { byMail: true, inApp: false }

interface Member {
  id: number
  email: string
  name: string
  language: string
  forward: string | null
  receives: boolean
  isActive: boolean
  isSilent: boolean
  choices: Record<string, MailWay>
}

/** @param at another address of theirs, from which nothing is forwarded */
function asMember(row: Member, { trigger, aboutAccount }: Kind, at?: string): Addressee | null {
  const { id: membershipId, name, language } = row
  const own = { membershipId, userId: null, name, language }
  const email = at ?? (aboutAccount ? null : row.forward) ?? row.email
  if (aboutAccount) return hasMailbox(email) ? { ...own, email, ...BY_MAIL } : null
  if (!row.isActive || row.isSilent) return null
  const way = row.choices[trigger] ?? 'both'
  const byMail = row.receives && way !== 'app' && hasMailbox(email)
  const inApp = way !== 'mail'
  return byMail || inApp ? { ...own, email: hasMailbox(email) ? email : '', byMail, inApp } : null
}

// Inactive people receive nothing more. A company with "no direct communication" writes to its participants itself.
async function findMember(which: 'm.id = ?' | 'u.email = ?', value: number | string, client: Client): Promise<Member | null> {
  const { rows } = await client.rawQuery<{ rows: Member[] }>(
    `select m.id, u.email::text as email, ${GREETING_NAME('u')} as name, u.language, m.forward_emails_to as forward, m.receive_emails as receives,
            m.status = 'active' as "isActive", c.no_direct_communication and m.role = 'leerling' as "isSilent", m.mail_choices as choices
       from core_memberships m join core_users u on u.id = m.user_id join core_companies c on c.id = m.company_id
      where ${which} and m.company_id = nullif(current_setting('app.company_id', true), '')::bigint`,
    [value],
  )
  return rows[0] ?? null
}

async function companyLanguage(client: Client): Promise<string> {
  const { rows } = await client.rawQuery<{ rows: { default_language: string }[] }>(
    `select default_language from core_companies where id = nullif(current_setting('app.company_id', true), '')::bigint`,
  )
  return rows[0]?.default_language ?? FALLBACK_LANGUAGE
}
