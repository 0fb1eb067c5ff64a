import db from '@adonisjs/lucid/services/db'
import { DateTime } from 'luxon'
import { emit } from '#core/kit/events'
import { courseFailed, coursePassed, participationStarted } from '../../contract/index.js'
import Participation from '../models/participation.js'
import { service } from '../services/learning_service.js'
import { factsOf, register } from '../services/participation_service.js'
import { answerEvaluations, earlierRounds } from './demo_evaluations.js'
import { followUp } from './demo_following.js'
import { completeActivities } from './demo_work.js'

interface DemoCompany {
  memberships: readonly number[]
  signIns: readonly number[]
}

/** The courses that people take. The other courses are in the catalogue and can be booked. */
const FOLLOWED: readonly string[] = ['offshore-introductie', 'tillen-en-dragen', 'werken-op-hoogte']

type Fate = 'registered' | 'busy' | 'passed' | 'failed' | 'expired'
// The status of the n-th participant: a mix that looks like a company in the middle of a year.
const FATES: Fate[] = ['passed', 'busy', 'passed', 'registered', 'passed', 'failed', 'passed', 'busy', 'expired', 'passed']

/** Gives the demo sign-ins new courses and the other people some history. Skips a company that already has history. */
export async function loadHistory({ memberships, signIns }: DemoCompany): Promise<void> {
  if (await Participation.query().first()) return
  const courses = (await service.listCourses()).filter(({ shortname }) => FOLLOWED.includes(shortname))
  if (!courses.length) return
  for (const membershipId of signIns) {
    for (const course of courses) await service.register(membershipId, course.id, 'assigned')
  }
  for (const [index, membershipId] of memberships.entries()) {
    const course = courses[index % courses.length]!
    const registeredAt = DateTime.now().minus({ days: 10 + ((index * 11) % 120), hours: index })
    const fate = FATES[index % FATES.length]!
    // Earlier rounds, before the participation that counts.
    await earlierRounds({ membershipId, courseId: course.id, versionId: course.versionId }, fate === 'passed', index)
    const id = await register(membershipId, course.id, 'assigned', registeredAt)
    await live(id, fate, index)
    if (index % 3 === 0) {
      const second = courses[(index + 1) % courses.length]!
      await register(membershipId, second.id, 'assigned', registeredAt.plus({ days: 4 }))
    }
  }
  await followUp()
}

/** Fills in the history of a participation: dates in the past and the matching events. */
async function live(id: number, fate: Fate, index: number): Promise<void> {
  await db.transaction(async (trx) => {
    const participation = await Participation.findOrFail(id, { client: trx })
    const version = await trx.from('learning_course_versions').where('id', participation.versionId).firstOrFail()
    const { registeredAt } = participation
    participation.status = fate
    if (fate !== 'registered') {
      participation.language = 'nl'
      participation.startedAt = registeredAt.plus({ days: 1 })
      participation.expiresAt = participation.startedAt.plus({ days: fate === 'expired' ? 8 : 200 })
      // Some people always have little time left; otherwise the dashboard would have no warnings to show.
      if (fate === 'busy' && index % 4 === 1) participation.expiresAt = DateTime.now().plus({ days: 4 + (index % 20), hours: 6 })
    }
    if (participation.startedAt) {
      await completeActivities(trx, participation, {
        share: fate === 'passed' || fate === 'failed' ? 1 : 0.2 + ((index * 13) % 50) / 100,
        failing: fate === 'failed',
        wrongEvery: 4 + (index % 8),
        at: participation.startedAt,
      })
    }
    if (fate === 'passed' || fate === 'failed') {
      participation.finishedAt =
        fate === 'failed' ? DateTime.now().minus({ days: 2 + (index % 9) }) : registeredAt.plus({ days: 3 + (index % 6) })
    }
    await participation.useTransaction(trx).save()
    if (fate === 'passed') await answerEvaluations(trx, participation, participation.finishedAt!)

    const facts = factsOf(participation, version.name)
    const { finishedAt, grade } = participation
    if (participation.startedAt) {
      await emit(trx, participationStarted, {
        ...facts,
        language: 'nl',
        startedAt: participation.startedAt.toUTC().toISO()!,
        expiresAt: participation.expiresAt?.toUTC().toISO() ?? null,
      })
    }
    if (fate === 'passed') {
      await emit(trx, coursePassed, {
        ...facts,
        language: 'nl',
        grade,
        passedAt: finishedAt!.toUTC().toISO()!,
        certificateValidMonths: version.certificate_valid_months,
      })
    }
    if (fate === 'failed') await emit(trx, courseFailed, { ...facts, grade, failedAt: finishedAt!.toUTC().toISO()! })
  })
}
