import db from '@adonisjs/lucid/services/db'
import { addDays, today } from '#core/kit/days'
import { currentCompanyId } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { learningService } from '#plugins/learning/contract/index'

/** A contract that gives the company's first course and is mostly used, one that ended, and a purchase order. Idempotent. */
export async function loadDemo({ memberships }: { memberships: readonly number[] }): Promise<void> {
  if (await db.from('contracts_contracts').first()) return
  const courses = (await (await serviceOf(learningService))?.listCourses()) ?? []
  const course = courses.at(-1)
  if (!course) return
  const company_id = currentCompanyId()
  const day = today()
  const common = { company_id, email: 'contracten@boekhouding.example', type: 'participants', courses: JSON.stringify([course.id]) }
  const used = memberships.slice(0, 9)
  const [row] = await db
    .table('contracts_contracts')
    .insert({
      ...common,
      name: `Raamcontract ${day.slice(0, 4)}`,
      order_number: 'RC-2026-01',
      starts_on: addDays(day, -120),
      ends_on: addDays(day, 245),
      participants: Math.max(12, used.length + 3),
      extra_participant_cents: 2_500,
    })
    .returning('id')
  const old = { ...common, name: 'Proefcontract', starts_on: addDays(day, -500), ends_on: addDays(day, -136), participants: 5 }
  await db.table('contracts_contracts').insert(old)
  const contract_id = Number(row.id ?? row)
  const uses = used.map((membership_id, index) => ({
    ...{ company_id, contract_id, membership_id, course_id: course.id, subject: `demo:${index + 1}` },
    taken_at: `${addDays(day, -index * 12 - 3)}T09:00:00Z`,
    started_at: index % 3 ? `${addDays(day, -index * 12)}T09:00:00Z` : null,
  }))
  if (uses.length) await db.table('contracts_uses').multiInsert(uses)
  await db.table('contracts_orders').insert({ company_id, number: 'PO-2026-001', text: 'Trainingen onderhoud', ends_on: addDays(day, 90) })
}
