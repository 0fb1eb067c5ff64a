import db from '@adonisjs/lucid/services/db'
import { conflict } from '#core/contract/errors'
import { ownCompany } from '#core/kit/companies'
import { currentCompanyId, type Session } from '#core/kit/scope'
import { translate } from '#core/kit/words'

export interface Consent {
  /** The consent text, in the person's language. */
  words: string
  /** ISO 8601; null without consent. */
  given_at: string | null
  /** The address was unsubscribed by a link in a mail: it gets no more mails, whatever the person chooses here. */
  unsubscribed: boolean
}

/** Whether a person agreed to mails about courses, and to which text. */
export async function ownConsent(session: Session): Promise<Consent> {
  const { rows } = await db.rawQuery<{ rows: { given_at: Date | null; unsubscribed: boolean }[] }>(
    `select (select k.given_at from marketing_consents k where k.membership_id = p.id and k.withdrawn_at is null) as given_at,
            exists (select from marketing_suppressed s where s.address_hash = marketing_address(p.email)) as unsubscribed
       from kit_members p where p.id = ?`,
    [session.membershipId],
  )
  const { given_at: given = null, unsubscribed = false } = rows[0] ?? {}
  return { words: await words(session), given_at: given?.toISOString() ?? null, unsubscribed }
}

const words = async (session: Session) => translate(session.row.language, 'marketing.consent.words', { company: (await ownCompany()).name })

/**
 * Gives or withdraws consent. It is stored with the text and the moment; withdrawing keeps both.
 * @throws AppError 409 unsubscribed: an address on the suppression list stays there
 */
export async function saveConsent(session: Session, given: boolean): Promise<Consent> {
  if (given && (await ownConsent(session)).unsubscribed) throw conflict('unsubscribed')
  const member = session.membershipId!
  if (given)
    await db.rawQuery(
      `insert into marketing_consents (company_id, membership_id, words, language, given_at)
       select ?, held, ?, ?, now() from kit_held_members(array[?::bigint]) held
       on conflict (company_id, membership_id) do update
         set words = excluded.words, language = excluded.language, given_at = excluded.given_at, withdrawn_at = null
       where marketing_consents.withdrawn_at is not null`,
      [currentCompanyId(), await words(session), session.row.language, member],
    )
  else await db.from('marketing_consents').where('membership_id', member).whereNull('withdrawn_at').update({ withdrawn_at: new Date() })
  return ownConsent(session)
}
