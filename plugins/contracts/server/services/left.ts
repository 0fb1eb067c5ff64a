import db from '@adonisjs/lucid/services/db'
import { contractFor } from './contracts_service.js'
import { courseTitles } from './contract_service.js'
import { extraOf, limitOf } from './store.js'

/** What a contract still gives of a course. */
export interface LeftOfCourse {
  course: string
  contract: string
  /** Places, never less than none. */
  left: number
  /** For each past them, in cents without VAT; null: nothing is given past them. */
  extra_cents: number | null
  /** A place counts, and costs, once somebody begins. */
  only_started: boolean
}

/** Of each of these courses that a contract with a limit gives today: what is left of it. In the company's scope. */
export async function leftOf(courses: readonly number[], language: string): Promise<LeftOfCourse[]> {
  const found: (Omit<LeftOfCourse, 'course'> & { id: number })[] = []
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
