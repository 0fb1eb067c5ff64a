import { fileURLToPath } from 'node:url'
import db from '@adonisjs/lucid/services/db'
import { addDays, today } from '#core/kit/days'
import { currentCompanyId } from '#core/kit/scope'
import type { LinkKind } from '../../kinds.js'
import { ENTRANCES, VISITS, learning } from './entrances.js'
import { skillOptions, saveRequiredSkills } from './requirements.js'

const folder = fileURLToPath(new URL('../../courses/aan-de-poort', import.meta.url))
const DAY = 86_400_000

interface Demo {
  loginId: string
  memberships: readonly number[]
}

/** The demo data: direct access, a project with visitors at its gate, and a finished one. Idempotent. */
export async function loadDemo({ loginId, memberships }: Demo): Promise<void> {
  if (await db.from(ENTRANCES).first()) return
  const service = await learning()
  const instruction = await service.importOwnCourse(folder)
  const courses = await service.listCourses()
  const { name } = courses.find(({ id }) => id === instruction)!
  const company_id = currentCompanyId()
  const insert = async (row: object): Promise<number> => {
    const [{ id }] = await db
      .table(ENTRANCES)
      .insert({ ...row, company_id })
      .returning('id')
    return id
  }
  const link = (kind: LinkKind, code: string, ids: number[], is_open: boolean) =>
    insert({ kind, code, is_open, course_ids: JSON.stringify(ids), token: `demo-${kind}-${loginId}` })
  const project = (key: string, words: string, valid_for: number, valid_unit: string, is_open = true) =>
    insert({
      kind: 'project',
      name: words,
      valid_for,
      valid_unit,
      is_open,
      course_ids: JSON.stringify([instruction]),
      token: `demo-${key}-${loginId}`,
    })

  const toolbox = courses.find(({ shortname }) => shortname === 'tillen-en-dragen')?.id
  const standard = await link('standard', 'WELKOM26', [instruction, ...(toolbox ? [toolbox] : [])], true)
  await link('construction-pass', 'BOUWPAS26', [instruction], true)
  await link('workforce', 'PERSONEEL26', [instruction], false)
  const gate = await project('gate', loginId === 'noordwind' ? 'Nieuwbouw kade Eemshaven' : 'Nieuwbouw Merwedekanaal, fase 2', 12, 'months')
  await project('old', 'Renovatie stadskantoor', 90, 'days', false)

  // The skills that the gate requires, for a project that ends next year (demo of skills).
  const asked = (await skillOptions()).filter(({ name: skill }) => skill === 'B-VCA' || skill === 'GPI')
  await db
    .from(ENTRANCES)
    .where('id', gate)
    .update({ ends_on: addDays(today(), 200), erase_months: 6 })
  await db.transaction((trx) =>
    saveRequiredSkills(
      trx,
      gate,
      asked.flatMap(({ id, name: skill }) => (skill === 'GPI' ? id : [])),
    ),
  )

  const visit = (index: number, entrance_id: number, membership_id: number, more: object) =>
    db.table(VISITS).insert({
      ...{ entrance_id, membership_id, company_id, token: `demo-visit-${loginId}-${index}` },
      ...{ course_id: instruction, course_name: JSON.stringify(name), ...more },
    })
  // One must repeat it, the others may enter.
  for (const [index, membership] of memberships.slice(0, 9).entries()) {
    const came = new Date(Date.now() - (index * 6 + 1) * DAY + index * 1_700_000)
    const until = index === 4 ? addDays(today(), -3) : addDays(today(), 358 - index * 6)
    await visit(index, gate, membership, { came_at: came, done_at: new Date(came.getTime() + 400_000), valid_until: until })
  }
  if (loginId === 'noordwind') await loadShutdown()
  if (!toolbox) return
  // A person who requests a course that nobody gave them.
  const standings = await Promise.all(memberships.map(async (id) => ({ id, ...(await service.standing(id, toolbox)) })))
  const waits = standings.findLast(({ openId, passed }) => openId === null && passed === null)?.id
  if (!waits) return
  const { name: course } = courses.find(({ id }) => id === toolbox)!
  await visit(91, standard, waits, { course_id: toolbox, course_name: JSON.stringify(course) })

  /**
   * Next week's shutdown: twelve people, two of them without a valid B-VCA (demo of external courses), one without an e-mail address.
   */
  async function loadShutdown(): Promise<void> {
    const shutdown = await project('shutdown', 'Stop Eemshaven, ketel 2', 3, 'months')
    const vca = asked.find(({ name: skill }) => skill === 'B-VCA')
    if (vca) await db.transaction((trx) => saveRequiredSkills(trx, shutdown, [vca.id]))
    await db
      .from(ENTRANCES)
      .where('id', shutdown)
      .update({ ends_on: addDays(today(), 12), erase_months: 6 })
    for (const [index, membership] of memberships.slice(8, 20).entries()) {
      const came = new Date(Date.now() - DAY - index * 900_000)
      const done = { done_at: new Date(came.getTime() + 500_000), valid_until: addDays(today(), 89) }
      await visit(20 + index, shutdown, membership, { came_at: came, ...done })
    }
  }
}
