import db from '@adonisjs/lucid/services/db'
import { contractFor } from './contracts_service.js'
import { courseTitles } from './contract_service.js'
import { extraOf, limitOf } from './store.js'

/** The remaining places of a contract for a course. */
export interface RemainingPlaces {
  course: string
  contract: string
  /** Places, never negative. */
  left: number
  /** The price per person past the limit, in cents without VAT; null: nothing is given past it. */
  extra_cents: number | null
  /** A place counts, and costs, once a person starts. */
  only_started: boolean
}

/** The remaining places of each of these courses that a contract with a limit gives today. In the company's scope. */
export async function remainingPlaces(courses: readonly number[], language: string): Promise<RemainingPlaces[]> {
  const found: (Omit<RemainingPlaces, 'course'> & { id: number })[] = []
  for (const id of new Set(courses)) {
    const row = await contractFor(id, db)
    const limit = row && limitOf(row)
    if (!row || limit === null) continue
    found.push({ id, contract: row.name, left: Math.max(0, limit - row.used), extra_cents: extraOf(row), only_started: row.only_started })
  }
  const names = await courseTitles(
    found.map(({ id }) => id),
    language,
  )
  return found.map(({ id, ...rest }) => ({ course: names.get(id) ?? String(id), ...rest }))
}
