import db from '@adonisjs/lucid/services/db'
import { addDays, today } from '#core/kit/days'
import { sendMail } from '#core/kit/mail'
import { platformUrl } from '#core/kit/settings'
import { textIn } from '#core/kit/words'
import { MAX_MAILS, OPEN_DAYS } from '../../second.js'
import { SECOND_MAIL_DUE } from '../due.js'
import { SECOND_MAIL } from '../mail_triggers.js'
import { STILL_RESPONSIBLE } from './second.js'

/** The data for the mail: the rows that it asks for. */
export interface SecondFacts {
  ids: number[]
}

/**
 * Asks people for their second evaluations and reminds them, at most twice, with one mail for all that wait; deletes those that nobody
 * answered in time. The job `evaluations.ask_second`, in each company.
 */
export async function sendSecondEvaluations(): Promise<void> {
  await db.from('evaluations_second').whereNull('answered_at').where('due_on', '<', addDays(today(), -OPEN_DAYS)).delete()
  const people: { id: number }[] = await db
    .from('evaluations_second')
    .whereRaw(SECOND_MAIL_DUE)
    .whereRaw(STILL_RESPONSIBLE)
    .where('mails', '<', MAX_MAILS)
    .where('due_on', '<=', today())
    .distinct('by_membership_id as id')
  for (const { id } of people) await askOne(id)
}

async function askOne(membershipId: number): Promise<void> {
  await db.transaction(async (trx) => {
    const rows: { id: number; mails: number }[] = await trx
      .from('evaluations_second')
      .where('by_membership_id', membershipId)
      .whereRaw(SECOND_MAIL_DUE)
      .whereRaw(STILL_RESPONSIBLE)
      .where('mails', '<', MAX_MAILS)
      .where('due_on', '<=', today())
      .orderBy('id')
      .forUpdate()
      .select('id', 'mails')
    if (!rows.length) return
    const ids = rows.map(({ id }) => id)
    await trx
      .from('evaluations_second')
      .whereIn('id', ids)
      .update({ mails: trx.raw('mails + 1'), mailed_at: new Date() })
    const payload: SecondFacts = { ids }
    const key = rows.map(({ id, mails }) => `${id}.${mails}`).join()
    await sendMail(trx, SECOND_MAIL, { to: { member: membershipId }, payload, key })
  })
}

interface Row {
  course_name: Record<string, string>
  about: string
  person: string
  language: string
}

/** The values in the mail; null when all of them were answered or deleted since. */
export async function secondValues({ ids }: SecondFacts): Promise<Record<string, string> | null> {
  const rows: Row[] = await db
    .from('evaluations_second as s')
    .join('kit_members as p', 'p.id', 's.membership_id')
    .join('kit_members as m', 'm.id', 's.by_membership_id')
    .whereIn('s.id', ids)
    .whereNull('s.answered_at')
    .orderBy('s.id')
    .select('s.course_name', 's.about', 'p.full_name as person', 'm.language')
  const [first] = rows
  if (!first) return null
  const lines = rows.map(({ course_name: name, about, person, language }) =>
    about === 'own' ? `– ${textIn(name, language)}` : `– ${person}: ${textIn(name, language)}`,
  )
  return {
    count: String(rows.length),
    course: textIn(first.course_name, first.language),
    evaluations: lines.join('\n'),
    actionUrl: await platformUrl('/evaluatie/later'),
  }
}
