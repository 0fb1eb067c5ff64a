import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { PayloadOf } from '#core/contract/events'
import { zone } from '#core/kit/days'
import { currentCompanyId } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { type certificateRevoked, certificatesService } from '#plugins/certificates/contract/index'
import { type externalCourseRemoved, type externalCourseSaved, outsideProofs } from '#plugins/external_courses/contract/index'
import { type coursePassed, learningService, type participationChanged } from '#plugins/learning/contract/index'
import { recomputeSkills } from './recompute.js'

// Proofs of skills, from other plugins' events. Each has its own key, so duplicates change nothing. An event that is delivered late, after
// its consequences, changes nothing either.

/** Changes a person's proofs and, with them, their cells. Two events about one person wait for each other. */
const keep = (membership: number, change: (trx: TransactionClientContract) => PromiseLike<unknown>) =>
  db.transaction(async (trx) => {
    await trx.rawQuery('select kit_held_members(?)', [[membership]])
    await change(trx)
    await recomputeSkills(trx, { membership })
  })

/** Whether a supervisor reverted the pass before its event was delivered. */
async function isTakenBack(participationId: number): Promise<boolean> {
  const [outcome] = (await (await serviceOf(learningService))?.outcomes([participationId])) ?? []
  return outcome !== undefined && outcome.status !== 'passed'
}

/** Whether the certificate of this pass, not of an earlier one, was revoked before the event of the pass was delivered. */
async function isWithdrawn(participationId: number, passedAt: string): Promise<boolean> {
  const certificate = (await (await serviceOf(certificatesService))?.forParticipations([participationId]))?.get(participationId)
  return certificate?.status === 'revoked' && new Date(certificate.issuedAt) >= new Date(passedAt)
}

/** The end of a certificate counts from the day of passing, as printed on the certificate. */
export async function onCoursePassed({
  participationId,
  membershipId,
  courseId,
  passedAt,
  certificateValidMonths,
}: PayloadOf<typeof coursePassed>) {
  await keep(membershipId, (trx) =>
    // Selects from the members: a person who was erased meanwhile is skipped.
    trx.rawQuery(
      `insert into skills_proofs (company_id, membership_id, kind, source_id, course_id, day, valid_until)
       select m.company_id, m.id, 'course', ?, ?, d.day, (d.day + make_interval(months => ?::int))::date
         from kit_members m, (select (?::timestamptz at time zone '${zone()}')::date as day) d where m.id = ? and m.company_id = ?
       on conflict (company_id, kind, source_id) do nothing`,
      [participationId, courseId, certificateValidMonths, passedAt, membershipId, currentCompanyId()] as never[],
    ),
  )
  // Checked after the insert, not before: the events of later changes are delivered after this one.
  if (await isTakenBack(participationId)) await withoutPass(participationId, membershipId)
  else if (await isWithdrawn(participationId, passedAt)) await withdrawn(participationId, membershipId)
}

const withoutPass = (participationId: number, membershipId: number) =>
  keep(membershipId, (trx) => trx.from('skills_proofs').where({ kind: 'course', source_id: participationId }).delete())

const withdrawn = (participationId: number, membershipId: number) =>
  keep(membershipId, (trx) => trx.from('skills_proofs').where({ kind: 'course', source_id: participationId }).update({ revoked: true }))

/** A supervisor reverted a pass: another attempt, no-show, cancelled. */
export async function onParticipationChanged({ participationId, membershipId, status }: PayloadOf<typeof participationChanged>) {
  if (status === 'passed') return
  await withoutPass(participationId, membershipId)
}

/** A revoked certificate is no proof; the row stays for display. */
export async function onCertificateRevoked({ participationId, membershipId }: PayloadOf<typeof certificateRevoked>) {
  if (membershipId === null) return
  await withdrawn(participationId, membershipId)
}

/**
 * Only a passed course is a proof. Stores the current state of the course, also for an event that is delivered late, after another change
 * or the removal. The previous row may belong to another person.
 */
export async function onExternalSaved(facts: PayloadOf<typeof externalCourseSaved>) {
  const { courseId, membershipId } = facts
  const before = await db.from('skills_proofs').where({ kind: 'external', source_id: courseId }).select('membership_id').first()
  await keep(membershipId, async (trx) => {
    const outside = await serviceOf(outsideProofs, trx)
    const now = outside ? await outside.facts(courseId, trx) : facts
    await trx.from('skills_proofs').where({ kind: 'external', source_id: courseId }).delete()
    if (!now?.passed) return
    await trx.rawQuery(
      `insert into skills_proofs (company_id, membership_id, kind, source_id, name, day, valid_until)
       select m.company_id, m.id, 'external', ?, ?, ?, ? from kit_members m where m.id = ? and m.company_id = ?
       on conflict (company_id, kind, source_id) do nothing`,
      [courseId, now.name, now.day, now.validUntil, now.membershipId, currentCompanyId()] as never[],
    )
  })
  if (before && before.membership_id !== membershipId) await keep(before.membership_id, async () => {})
}

export const onExternalRemoved = ({ courseId, membershipId }: PayloadOf<typeof externalCourseRemoved>) =>
  keep(membershipId, (trx) => trx.from('skills_proofs').where({ kind: 'external', source_id: courseId }).delete())
