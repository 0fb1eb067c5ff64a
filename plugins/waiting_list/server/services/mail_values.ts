import db from '@adonisjs/lucid/services/db'
import { notFound } from '#core/contract/errors'
import { PLATFORM_ZONE } from '#core/kit/days'
import { serviceOf } from '#core/kit/services'
import { platformUrl } from '#core/kit/settings'
import { textIn, translate } from '#core/kit/words'
import { examsService } from '#plugins/exams/contract/index'
import type { LineRow } from './line.js'

const when = (at: Date | null, language: string) =>
  at ? new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short', timeZone: PLATFORM_ZONE }).format(at) : ''

/** The values of mails about a place. @param language of a supervisor; else the person's own */
export async function placeMailValues({ placeId, language }: { placeId: number; language?: string }): Promise<Record<string, string>> {
  const row: LineRow | null = await db
    .from('waiting_list_places as i')
    .leftJoin('learning_offers as o', 'o.course_id', 'i.course_id')
    .where('i.id', placeId)
    .select('i.*', 'o.name as course_name')
    .first()
  if (!row) throw notFound()
  const spoken = language ?? row.mail_language
  const moment = row.moment_id ? await (await serviceOf(examsService))?.moment(row.moment_id) : null
  return {
    // A visitor's input is untrusted: it is marked as such, and not used as a greeting.
    name: row.membership_id ? row.name : translate(spoken, 'waiting_list.mail.typed_name', { name: row.name }),
    course: textIn(row.course_name, spoken),
    city: row.city,
    moment: when(row.moment_starts_at, spoken),
    location: moment ? `${moment.location}, ${moment.city}` : row.city,
    until: when(row.offer_until, spoken),
    actionUrl: await platformUrl(language ? '/wachtlijst?status=accepted' : `/wachtlijst/${row.token}`),
  }
}
