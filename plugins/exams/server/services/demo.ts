import db from '@adonisjs/lucid/services/db'
import { addDays, today, PLATFORM_ZONE } from '#core/kit/days'
import { service } from './exams_service.js'

const PLACES = [
  ['Utrecht', 'Examencentrum Lunetten', 'Koningin Wilhelminalaan 8, 3527 LD Utrecht'],
  ['Rotterdam', 'Maasvlakte Trainingspark', 'Europaweg 875, 3199 LD Maasvlakte'],
  ['IJmuiden', 'Havengebouw', 'Kade 40, 1976 BZ IJmuiden'],
  ['Groningen', 'Toetslokaal Noord', 'Zernikelaan 17, 9747 AA Groningen'],
] as const

const GIVES = [
  { nl: 'Registratie in het centrale diplomaregister', en: 'Registration in the central register of diplomas' },
  { nl: 'Diploma van het Examenhuis', en: 'Diploma of the Examenhuis' },
] as const

/** Exams of the platform's courses, and moments of the coming two months. Doing it twice changes nothing. */
export async function loadPlatformDemo(): Promise<void> {
  if (await db.from('exams_exams').first()) return
  const courses: { course_id: number; languages: string[] }[] = await db
    .from('learning_offers')
    .whereNull('company_id')
    .orderBy('course_id')
    .select('course_id', 'languages')
  const provider = await db.from('kit_companies').where('login_id', 'examenhuis').first()
  for (const [index, { course_id, languages }] of courses.entries()) {
    const [exam] = await db
      .table('exams_exams')
      .insert({
        course_id,
        languages,
        provider_company_id: provider?.id ?? null,
        certificate: GIVES[index % 2],
        valid_months: index % 2 ? 120 : 24,
        adults_only: index % 3 === 2,
      })
      .returning('id')
    const days = [9, 16, 23, 37, 51]
    for (const [number, day] of days.entries()) {
      const [city, location, address] = PLACES[(index + number) % PLACES.length]!
      const at = `${number % 2 ? '13:30' : '09:00'}`
      await db.table('exams_moments').insert({
        ...{ exam_id: exam.id, city, location, address, provider_company_id: provider?.id ?? null },
        language: languages[number % languages.length],
        starts_at: db.raw(`((?::date + ?::time) at time zone '${PLATFORM_ZONE}')`, [addDays(today(), day + index), at]),
        // The first is nearly full, so that there is something to see.
        seats: number === 0 ? 3 : 12,
      })
    }
  }
}

/** Some people of the company are entered at the first moments. Doing it twice changes nothing. */
export async function loadDemo(members: readonly number[]): Promise<void> {
  if (!members.length || (await db.from('exams_entries').where('key', 'demo:1').first())) return
  const moments = await db
    .from('exams_moments as m')
    .join('exams_exams as e', 'e.id', 'm.exam_id')
    .join('learning_offers as o', 'o.course_id', 'e.course_id')
    .whereRaw('not (m.adults_only or e.adults_only or o.adults_only) and m.starts_at > now() and exams_seats_taken(m.id) < m.seats')
    .orderBy('m.starts_at')
    .limit(2)
    .select('m.id')
  const later = new Date(Date.now() + 60_000)
  for (const [index, member] of members.slice(0, moments.length).entries()) {
    const key = `demo:${index + 1}`
    await service.hold(key, moments[index].id, [member], later)
    await service.confirm(key)
  }
}
