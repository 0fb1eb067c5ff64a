import db from '@adonisjs/lucid/services/db'
import { DateTime } from 'luxon'
import { invalid } from '#core/contract/errors'
import { ownBranding } from '#core/kit/companies'
import { type Day, zone } from '#core/kit/days'
import { settingsOf } from '#core/kit/settings'
import { translate } from '#core/kit/words'
import { tablePdf } from '#core/kit/tasks'
import type { MeetingKind } from '../../kinds.js'
import { inPersonNeeded, normOf } from '../../norm.js'
import { toolboxSettings } from '../../settings.js'
import { ATTENDEES, MEETINGS } from './tables.js'

/** Maximum for one register; a larger one has to be requested in shorter periods. */
const MOST_ROWS = 3000
const DEFAULT_COLOR = '#2F4858'

interface Row {
  meeting: number
  topic: string
  held_on: Day
  place: string
  kind: MeetingKind
  led_by: string | null
  person: string | null
  is_erased: boolean
  way: 'ticked' | 'signed' | null
}

/**
 * The auditor's register of a period: every closed meeting with everybody who was expected, whether they were present and how that was
 * recorded.
 * @throws AppError 422 on `until`: order, or too_many for a period with too many people in it
 */
export async function registerPdf({ from, until }: { from: Day; until: Day }, language: string): Promise<Uint8Array> {
  if (until < from) throw invalid('until', 'order')
  const rows: Row[] = await db
    .from(`${MEETINGS} as t`)
    .join(`${ATTENDEES} as a`, 'a.meeting_id', 't.id')
    .leftJoin('kit_members as m', 'm.id', 'a.membership_id')
    .leftJoin('kit_members as l', 'l.id', 't.led_by_id')
    .whereNotNull('t.closed_at')
    .whereBetween('t.held_on', [from, until])
    .orderByRaw('t.held_on, t.id, m.sort_name nulls last, a.id')
    .limit(MOST_ROWS + 1)
    .select('t.id as meeting', 't.topic', 't.held_on', 't.place', 't.kind', 'l.full_name as led_by', 'm.full_name as person', 'a.way')
    .select(db.raw('a.membership_id is null as is_erased'))
  if (rows.length > MOST_ROWS) throw invalid('until', 'too_many')
  const t = (message: string, values?: Record<string, string | number>) => translate(language, `toolbox_meetings.${message}`, values)
  const day = (of: Day) => DateTime.fromISO(of, { zone: 'utc' }).setLocale(language).toLocaleString(DateTime.DATE_MED)
  const norm = normOf(await settingsOf(toolboxSettings))
  const { companyName, primaryColor } = await ownBranding()
  const made = DateTime.now().setZone(zone()).setLocale(language).toLocaleString(DateTime.DATETIME_MED)
  const held = new Set(rows.map(({ meeting }) => meeting)).size
  const heads = ['held_on', 'topic', 'place', 'kind', 'led_by', 'person', 'presence'] as const
  return tablePdf({
    title: t('pdf.title'),
    language,
    color: primaryColor ?? DEFAULT_COLOR,
    words: { subtitle: t('pdf.made', { when: made }), page: t('pdf.page', { page: '{page}', pages: '{pages}' }) },
    facts: [
      companyName,
      t('pdf.period', { from: day(from), until: day(until) }),
      t('pdf.held', { count: held }),
      ...(norm ? [t('standing.norm', { attend: norm.attend, of: norm.of, in_person: inPersonNeeded(norm) })] : []),
    ],
    heads: heads.map((key) => ({ header: t(`pdf.${key}`), right: false })),
    rows: rows.map((row) => [
      ...[day(row.held_on), row.topic, row.place, t(`kind.${row.kind}`), row.led_by ?? ''],
      row.person ?? (row.is_erased ? t('person_gone') : ''),
      t(`pdf.${row.way ?? 'absent'}`),
    ]),
  })
}
