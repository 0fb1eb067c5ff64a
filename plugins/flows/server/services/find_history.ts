import db from '@adonisjs/lucid/services/db'
import type { Session } from '#core/kit/scope'
import { textIn } from '#core/kit/words'
import { atFlow, findFlow } from './flow_service.js'
import { courseNames } from './time_line.js'

interface Row {
  id: number
  act: string
  facts: { flow?: string; version?: number; course?: number | null; origin?: string; due_on?: string; reason?: string }
  at: Date
  by_platform: boolean
  by_name: string | null
  person: string | null
}

const MAX_LINES = 200

/** Returns the history of a flow, newest first. @throws AppError 404 */
export function flowHistory(session: Session, id: string) {
  return atFlow(session, id, 'history', async () => {
    await findFlow(id)
    const rows: Row[] = await db
      .from('flows_history as h')
      .leftJoin('kit_members as b', 'b.id', 'h.by_membership_id')
      .leftJoin('kit_members as m', 'm.id', 'h.membership_id')
      .where('h.flow_id', id)
      .orderBy('h.id', 'desc')
      .limit(MAX_LINES)
      .select('h.id', 'h.act', 'h.facts', 'h.at', 'h.by_platform', 'b.full_name as by_name', 'm.full_name as person')
    const titles = await courseNames(rows.flatMap(({ facts }) => (facts.course ? [facts.course] : [])))
    return rows.map(({ id: row, act, facts, at, by_platform: byPlatform, by_name: by, person }) => ({
      ...{ id: row, act, at: at.toISOString(), by, by_platform: byPlatform, person },
      version: facts.version ?? null,
      due_on: facts.due_on ?? null,
      reason: facts.reason ?? null,
      course: facts.course ? textIn(titles.get(facts.course) ?? {}, session.row.language) || null : null,
    }))
  })
}
export type HistoryLine = Awaited<ReturnType<typeof flowHistory>>[number]
