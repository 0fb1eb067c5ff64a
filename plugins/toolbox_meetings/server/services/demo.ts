import db from '@adonisjs/lucid/services/db'
import { addDays, today } from '#core/kit/days'
import { currentCompanyId } from '#core/kit/scope'
import type { MeetingKind } from '../../kinds.js'
import { ATTENDEES, CORRECTIONS, MEETINGS } from './tables.js'

interface Demo {
  loginId: string
  signIns: readonly number[]
  memberships: readonly number[]
}

const OFFSHORE = ['Overstappen van schip naar ladder', 'Vallende voorwerpen', 'Werken bij harde wind', 'Lockout-tagout']
const BUILDING = ['Ladders en trappen', 'Kwartsstof', 'Hijsen van lasten', 'Orde op de bouwplaats']
const ALL = [
  'Struikelen en uitglijden',
  'Tillen',
  'Vluchtwegen en verzamelplaats',
  'Handgereedschap',
  'Bijna-ongevallen melden',
  'Werken bij hitte',
]
/** Days between two meetings: ten in a year. */
const APART = 34
const PEOPLE = 10

/** Creates a year of meetings, the last of them open today. Idempotent. */
export async function loadDemo({ loginId, signIns, memberships }: Demo): Promise<void> {
  if (await db.from(MEETINGS).first()) return
  const company_id = currentCompanyId()
  const leader: { id: number } | null = await db.from('kit_members').where('role', 'beheerder').orderBy('id').select('id').first()
  const crew = [...new Set([...signIns, ...memberships])].slice(0, PEOPLE)
  const topics = [...(loginId === 'noordwind' ? OFFSHORE : BUILDING), ...ALL]
  const place = loginId === 'noordwind' ? 'Kade Eemshaven' : 'Keet Merwedekanaal'
  for (const [index, topic] of topics.entries()) {
    const ago = (topics.length - 1 - index) * APART
    const held_on = addDays(today(), -ago)
    const kind: MeetingKind = index % 4 === 2 ? 'online' : 'in_person'
    const moment = new Date(Date.now() - ago * 86_400_000)
    const [{ id }] = await db
      .insertQuery()
      .table(MEETINGS)
      .insert({
        ...{ company_id, topic, held_on, kind, place: kind === 'online' ? 'Teams' : place, token: `demo-toolbox-${loginId}-${index}` },
        ...{ led_by_id: leader?.id ?? null, closed_at: ago === 0 ? null : moment },
      })
      .returning('id')
    const rows = crew.map((membership_id, person) => {
      // One person missed some meetings, another missed many. At today's meeting two people have signed so far.
      const isThere = ago === 0 ? person < 2 : person < 4 || (person + index) % 3 !== 0
      return {
        ...{ company_id, meeting_id: id, membership_id },
        ...(isThere ? { present_at: moment, way: person % 3 === 1 || ago === 0 ? 'signed' : 'ticked' } : { present_at: null, way: null }),
      }
    })
    if (rows.length) await db.knexQuery().table(ATTENDEES).insert(rows)
    if (index === topics.length - 3 && crew[0])
      await db.table(CORRECTIONS).insert({
        ...{ company_id, meeting_id: id, act: 'present', membership_id: crew[0], at: new Date(moment.getTime() + 86_400_000) },
        ...{ reason: 'Stond wel op de presentielijst', by_id: leader?.id ?? null },
      })
  }
}
