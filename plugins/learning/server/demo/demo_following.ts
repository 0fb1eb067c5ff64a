import db from '@adonisjs/lucid/services/db'
import { addDays, today } from '#core/kit/days'
import { versionOf } from '#core/kit/database'
import { currentCompanyId } from '#core/kit/scope'
import type { ParticipationAct } from '../../contract/index.js'
import { actIn } from '../following/acts.js'
import { type Actor, recordHistory } from '../following/history.js'
import { notifyAssigned } from '../following/notify.js'

/** Days from today to the due day of the n-th open participation: some soon, one in the past, one far away. */
const DUE = [2, 5, 12, -3, 30, null, 7]

interface Row {
  id: number
  membership_id: number
  status: string
  version: string
}

/** Adds the work of supervisors: due days, and one example of each act. */
export async function followUp(): Promise<void> {
  const supervisor = await db
    .from('kit_members')
    .where({ company_id: currentCompanyId(), role: 'beheerder' })
    .orderBy('id')
    .select('id')
    .first()
  const by: Actor = { companyId: currentCompanyId(), membershipId: supervisor?.id ?? null }
  const { rows } = await db.rawQuery<{ rows: Row[] }>(
    `select p.id, p.membership_id, p.status, ${versionOf('p.updated_at')} as version
       from learning_participations p join kit_members m on m.id = p.membership_id and m.status = 'active'
      where p.company_id = ? and (p.expires_at is null or p.expires_at > now()) order by p.id`,
    [currentCompanyId()],
  )
  const open = rows.filter(({ status }) => status === 'registered' || status === 'busy')
  for (const [index, row] of open.entries()) await giveDue(by, row, index)

  const acts: [ParticipationAct, string, string | null][] = [
    ['extend', 'busy', 'Was twee weken ziek'],
    ['no_show', 'registered', 'Niet verschenen op de praktijkdag'],
    ['pass', 'registered', 'Heeft de training met goed gevolg bij een andere opleider gedaan'],
  ]
  // Starts from the end, so that the demo sign-ins keep their own trainings unchanged.
  const left = open.reverse()
  for (const [act, status, reason] of acts) {
    const at = left.findIndex((row) => row.status === status)
    if (at < 0) continue
    const [row] = left.splice(at, 1)
    await actIn(by, row!.id, { act, version: await versionNow(row!.id), reason, activity: null })
  }
}

async function versionNow(id: number): Promise<string> {
  const { version } = await db
    .from('learning_participations')
    .where('id', id)
    .select(db.raw(`${versionOf('updated_at')} as version`))
    .firstOrFail()
  return version
}

async function giveDue(by: Actor, { id, membership_id: membershipId }: Row, index: number): Promise<void> {
  const days = DUE[index % DUE.length]!
  // Only one is overdue: with more, it would look as if nobody followed up.
  const due = days === null || (days < 0 && index >= DUE.length) ? null : addDays(today(), days)
  const mandatory = index % 3 !== 2
  await db.transaction(async (trx) => {
    await trx.from('learning_participations').where('id', id).update({ due_at: due, mandatory, assigned_by: by.membershipId })
    await recordHistory(trx, by, { participationId: id, action: 'assigned', details: { due_at: due, mandatory } })
    // One person is notified today, so that the demo has such a mail; the others were notified long ago.
    if (index === 0) await notifyAssigned(trx, membershipId, [{ participationId: id, outcome: 'assigned' }])
  })
}
