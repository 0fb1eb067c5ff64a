import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { preparedQuery } from '#core/kit/database'
import { kindOf } from '../../activity_types/index.js'
import type { Activity } from './activity.js'
import type Participation from '../models/participation.js'
import type { QuizSettings } from './activity_settings.js'
import { type Attempts, attemptsOf } from './grading.js'
import type { StoredState } from './locking.js'
import { ATTEMPTS_OF_STATE } from './my_trainings_statement.js'

export interface StateRow extends StoredState {
  grade: number | null
  finishedAt: Date | null
}

/** A stored state, with the attempts at it if they were counted. */
export interface CountedRow {
  activityId: number
  status: StateRow['status']
  grade: number | null
  finishedAt: Date | null
  used: number | null
  last: Date | null
  lastId: number | null
  running: boolean | null
  inReview: boolean | null
  /** Extra attempts given by a supervisor. */
  extra: number | null
}

// A finished activity is not tried again, so attempts are only counted for the others.
const STATES = `
  select s.activity_id as "activityId", s.status, s.grade, s.finished_at as "finishedAt", a.used, a.last, a."lastId", a.running, a."inReview", s.extra_attempts as extra
    from learning_activity_states s
    left join lateral (${ATTEMPTS_OF_STATE}) a on s.status <> 'finished'
   where s.company_id = $1 and s.participation_id = $2`

/** A person's state in each activity that they opened. One prepared query. */
export async function ownStates(participation: Participation, trx?: TransactionClientContract): Promise<CountedRow[]> {
  return preparedQuery<CountedRow>(trx ?? db, 'learning_own_states', STATES, [participation.companyId, participation.id])
}

const STATES_OF_MANY = STATES.replace('select ', 'select s.participation_id as participation, ')
  .replace('= $1', '= any($1::bigint[])')
  .replace('= $2', '= any($2::bigint[])')

/** The same for several people, by participation. One query. */
export async function statesOfMany(
  participations: readonly Participation[],
  trx?: TransactionClientContract,
): Promise<ReadonlyMap<number, CountedRow[]>> {
  const companies = [...new Set(participations.map(({ companyId }) => companyId))]
  const ids = participations.map(({ id }) => id)
  const rows = await preparedQuery<CountedRow & { participation: number }>(trx ?? db, 'learning_states_of_many', STATES_OF_MANY, [
    companies,
    ids,
  ])
  return Map.groupBy(rows, ({ participation }) => Number(participation))
}

export interface OwnStates {
  states: StateRow[]
  /** For each unfinished quiz: its attempts. */
  attempts: ReadonlyMap<number, Attempts>
}

/**
 * Interprets stored states at this moment. The stored state stays `waiting`; once new attempts are available it is read as `doing`, so no
 * job has to change it. Pure.
 */
export function readStates(rows: readonly CountedRow[], activities: readonly Activity[], now: Date): OwnStates {
  const counted = new Map(rows.map((row) => [row.activityId, row]))
  const attempts = new Map(
    activities
      .filter((activity) => kindOf(activity).finishedBy === 'attempts' && counted.get(activity.id)?.status !== 'finished')
      .map(({ id, settings }) => {
        const row = counted.get(id)
        const past = {
          used: row?.used ?? 0,
          last: row?.last ?? null,
          lastId: row?.lastId ?? null,
          running: row?.running ?? false,
          inReview: row?.inReview ?? false,
          extra: row?.extra ?? 0,
        }
        return [id, attemptsOf(settings as QuizSettings, past, now)]
      }),
  )
  const states = rows.map(({ activityId, status, grade, finishedAt }): StateRow => {
    const waitIsOver = status === 'waiting' && attempts.get(activityId)?.usedUp === false
    return { activityId, status: waitIsOver ? 'doing' : status, grade, finishedAt }
  })
  return { states, attempts }
}
