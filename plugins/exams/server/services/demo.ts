import db from '@adonisjs/lucid/services/db'
import { addDays, today, PLATFORM_ZONE } from '#core/kit/days'
import { currentCompanyId } from '#core/kit/scope'
import { translate } from '#core/kit/words'
import { ADJUSTMENTS } from '../../contract/adjustments.js'
import { EXAM_PRESETS, type ExamKind } from '../../contract/kinds.js'
import { recordStatus } from './entry_history.js'
import { service } from './exams_service.js'

const PLACES = [
  ['Utrecht', 'Examencentrum Lunetten', 'Koningin Wilhelminalaan 8, 3527 LD Utrecht'],
  ['Rotterdam', 'Maasvlakte Trainingspark', 'Europaweg 875, 3199 LD Maasvlakte'],
  ['IJmuiden', 'Havengebouw', 'Kade 40, 1976 BZ IJmuiden'],
  ['Groningen', 'Toetslokaal Noord', 'Zernikelaan 17, 9747 AA Groningen'],
] as const

interface DemoExam {
  /** Shortname of the course that prepares for it. */
  course: string
  kind: ExamKind
  certificate: Record<'nl' | 'en', string>
  adults: boolean
}

/** Their numbers are those of their kinds. The validity of SOG and SIR is not confirmed: it is given in words and has no number. */
export const EXAMS: readonly DemoExam[] = [
  {
    course: 'vca-basis',
    kind: 'b_vca',
    certificate: {
      nl: 'Diploma B-VCA, opgenomen in het Centraal Diploma Register VCA',
      en: 'B-VCA diploma, listed in the Central Diploma Register VCA',
    },
    adults: false,
  },
  {
    course: 'werken-op-hoogte',
    kind: 'sog',
    certificate: {
      nl: 'Certificaat SSVV Opleidingengids (SOG); register en geldigheid nog te bevestigen',
      en: 'Certificate SSVV Opleidingengids (SOG); register and validity to be confirmed',
    },
    adults: false,
  },
  {
    course: 'sir-hogedruk',
    kind: 'sir',
    certificate: {
      nl: 'Diploma SIR, opgenomen in het register van SIR; geldigheid nog te bevestigen',
      en: 'SIR diploma, listed in the register of SIR; validity to be confirmed',
    },
    adults: true,
  },
]

function numbersOf(kind: ExamKind) {
  const { questions, minutes, passPercent, validMonths, adjustedMinutes, register, asOf, toConfirm } = EXAM_PRESETS[kind]
  return {
    ...{ kind, questions, pass_percent: passPercent, valid_months: validMonths, source_on: asOf, to_confirm: toConfirm },
    source: translate('nl', `exams.kind_source.${kind}`),
    ...{ register, adjusted_minutes: adjustedMinutes, adjustments: adjustedMinutes === null ? [] : [...ADJUSTMENTS] },
    ...(minutes !== null && { minutes }),
  }
}

/** Exams of the trade, and moments in the coming two months. Idempotent. */
export async function loadPlatformDemo(): Promise<void> {
  if (await db.from('exams_exams').first()) return
  const courses: { course_id: number; shortname: string; languages: string[] }[] = await db
    .from('learning_offers')
    .whereNull('company_id')
    .select('course_id', 'shortname', 'languages')
  const provider = await db.from('kit_companies').where('login_id', 'examenhuis').first()
  for (const [index, { course, kind, certificate, adults }] of EXAMS.entries()) {
    const of = courses.find(({ shortname }) => shortname === course)
    if (!of) continue
    const { course_id, languages } = of
    const [exam] = await db
      .table('exams_exams')
      .insert({
        course_id,
        languages,
        provider_company_id: provider?.id ?? null,
        certificate,
        ...numbersOf(kind),
        adults_only: adults,
      })
      .returning('id')
    if (index === 0) await addToday(exam.id, provider?.id ?? null)
    const days = [9, 16, 23, 37, 51]
    for (const [number, day] of days.entries()) {
      const [city, location, address] = PLACES[(index + number) % PLACES.length]!
      const at = `${number % 2 ? '13:30' : '09:00'}`
      await db.table('exams_moments').insert({
        ...{ exam_id: exam.id, city, location, address, provider_company_id: provider?.id ?? null },
        language: languages[number % languages.length],
        starts_at: db.raw(`((?::date + ?::time) at time zone '${PLATFORM_ZONE}')`, [addDays(today(), day + index), at]),
        // The first is nearly full, to show that state.
        seats: number === 0 ? 3 : 12,
      })
    }
  }
}

/** One today, so that the examiner's page of the day has people on it. */
export async function addToday(examId: number, provider: number | null, hours = 2): Promise<void> {
  const [city, location, address] = PLACES[0]
  await db.table('exams_moments').insert({
    ...{ exam_id: examId, city, location, address, provider_company_id: provider, language: 'nl', seats: 12 },
    starts_at: db.raw(`date_trunc('hour', now()) + make_interval(hours => ?)`, [hours]),
    // Otherwise nobody could be entered at it any more.
    closes_at: db.raw(`date_trunc('hour', now()) + make_interval(hours => ?)`, [hours]),
  })
}

/** Enters some people of the company at the first moments, three at the very first. Idempotent. */
export async function loadDemo(members: readonly number[]): Promise<void> {
  if (!members.length || (await db.from('exams_entries').where('key', 'demo:1').first())) return
  const moments = await db
    .from('exams_moments as m')
    .join('exams_exams as e', 'e.id', 'm.exam_id')
    .join('learning_offers as o', 'o.course_id', 'e.course_id')
    .whereRaw('not (m.adults_only or e.adults_only or o.adults_only) and m.starts_at > now() and exams_seats_taken(m.id) < m.seats')
    // The moment of a company's own course has its own people (demo_room.ts).
    .whereNull('o.company_id')
    .orderBy('m.starts_at')
    .limit(2)
    .select('m.id')
  const later = new Date(Date.now() + 60_000)
  for (const [index, moment] of moments.entries()) {
    const key = `demo:${index + 1}`
    const people = index === 0 ? members.slice(0, 3) : members.slice(index, index + 1)
    if (!people.length) continue
    await service.hold(key, moment.id, [...people], later)
    await service.confirm(key)
    // So that the sheet of the day shows one.
    if (index === 0) await db.transaction((trx) => service.adjust(key, new Map([[people[0]!, ['reading_aloud']]]), trx)).catch(() => {})
  }
  await confirmAll('demo:1')
  await askForOne()
}

/** A request for an exam at the company's own location, to be answered. */
async function askForOne(): Promise<void> {
  const exam = await db.from('exams_exams').where('active', true).orderBy('id').first()
  const supervisor = await db.from('kit_members').where({ role: 'beheerder', status: 'active' }).orderBy('id').first()
  const company = await db.from('kit_companies').where('id', currentCompanyId()).first()
  if (!exam || !supervisor) return
  await db.table('exams_requests').insert({
    ...{ company_id: company.id, company_name: company.name, exam_id: exam.id, provider_company_id: exam.provider_company_id },
    ...{ requested_by_id: supervisor.id, people: 12, language: exam.languages[0], wished_on: addDays(today(), 35) },
    ...{ location: 'Loods 4', address: 'Kade 12, 1976 BZ', city: 'IJmuiden', note: 'Graag voor de stop begint.' },
    ...{ billed_least: 8, list_days: 5 },
  })
}

/** Confirms the entries, as the provider would. */
export async function confirmAll(key: string): Promise<void> {
  await db.transaction(async (trx) => {
    const rows: { id: number }[] = await trx.from('exams_entries').where('key', key).update({ status: 'confirmed' }).returning('id')
    const note = { status: 'confirmed', from: 'waiting', side: 'provider', membershipId: null, explanation: '' } as const
    if (rows.length) await recordStatus(trx, { entryIds: rows.map(({ id }) => id), ...note })
  })
}
