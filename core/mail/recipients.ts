import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { FALLBACK_LANGUAGE } from '../contract/languages.js'
import type { MailRecipient } from '../contract/mail.js'

export interface Addressee {
  membershipId: number | null
  userId: number | null
  email: string
  name: string
  language: string
}

type Client = Pick<TransactionClientContract, 'rawQuery'>

interface Row {
  email: string
  name: string
  language: string
  wants: boolean
}

/**
 * Who exactly a mail goes to.
 * @param aboutAccount never forwarded, and sent to whoever receives nothing else: what opens an account is for nobody else's eyes
 * @returns null for somebody who is not there, or is not to be mailed
 */
export async function addresseeOf(to: MailRecipient, aboutAccount: boolean, client: Client = db): Promise<Addressee | null> {
  if ('member' in to) {
    const row = await member(to.member, aboutAccount, client)
    return row && (aboutAccount || row.wants) ? { ...row, membershipId: to.member, userId: null } : null
  }
  if ('person' in to) {
    const { rows } = await client.rawQuery<{ rows: Row[] }>(
      `select email::text, firstname as name, language from core_users where id = ?`,
      [to.person],
    )
    return rows[0] ? { ...rows[0], membershipId: null, userId: to.person } : null
  }
  const language = to.language ?? (await companyLanguage(client))
  return { email: to.email, name: to.name, language, membershipId: null, userId: null }
}

// Who is inactive hears nothing more; a company with "no direct communication" speaks to its participants itself.
async function member(id: number, ownAddress: boolean, client: Client): Promise<Row | undefined> {
  const { rows } = await client.rawQuery<{ rows: Row[] }>(
    `select ${ownAddress ? 'u.email::text' : 'coalesce(m.forward_emails_to, u.email::text)'} as email, u.firstname as name, u.language,
            m.receive_emails and m.status = 'active' and not (c.no_direct_communication and m.role = 'leerling') as wants
       from core_memberships m join core_users u on u.id = m.user_id join core_companies c on c.id = m.company_id
      where m.id = ?`,
    [id],
  )
  return rows[0]
}

async function companyLanguage(client: Client): Promise<string> {
  const { rows } = await client.rawQuery<{ rows: { default_language: string }[] }>(
    `select default_language from core_companies where id = nullif(current_setting('app.company_id', true), '')::bigint`,
  )
  return rows[0]?.default_language ?? FALLBACK_LANGUAGE
}
