import db from '@adonisjs/lucid/services/db'
import { AppError, invalid } from '#core/contract/errors'
import { forEachSelected, readFilter } from '#core/kit/lists'
import { currentCompanyId, type Session, sessionOfMember } from '#core/kit/scope'
import { participantsList } from '#plugins/people/contract/index'

/** A filter over the list of people, as stored with a flow. */
export interface PeopleFilter {
  filter: string | null
  filter_parts: string[]
}

/** A session of one of the company's supervisors, for reading the list of people. Null without a supervisor. */
async function supervisorSession(): Promise<Session | null> {
  const supervisor: { id: number } | null = await db
    .from('kit_members')
    .where({ company_id: currentCompanyId(), role: 'beheerder', state: 'active' })
    .orderBy('id')
    .select('id')
    .first()
  return supervisor && sessionOfMember(supervisor.id)
}

/**
 * Reads a filter from the list's query string. @throws AppError 422 on `filter` (enum) for one that the list does not know, or that matches
 * everybody
 */
export async function checkedFilter(query: string | null): Promise<PeopleFilter> {
  if (query === null) return { filter: null, filter_parts: [] }
  const session = await supervisorSession()
  if (!session) throw invalid('filter', 'enum')
  try {
    const { query: filter, parts } = await readFilter(session, participantsList.list, query)
    if (!parts.length) throw invalid('filter', 'enum')
    return { filter, filter_parts: parts }
  } catch (error) {
    if (isUnreadable(error)) throw invalid('filter', 'enum')
    throw error
  }
}

/**
 * The people a filter matches now. Runs outside a transaction, because it reads through the list.
 * @returns memberships; null when it cannot be evaluated: there is no supervisor, the plugin of one of its parts is off, or the list no longer
 *   knows one of its values
 */
export async function foundBy({ filter, filter_parts: parts }: PeopleFilter): Promise<number[] | null> {
  if (filter === null) return []
  const session = await supervisorSession()
  if (!session) return null
  const found: number[] = []
  try {
    await forEachSelected(session, participantsList.list, { query: filter, except: [], count: 0, parts }, 'flows', async (ids) => {
      found.push(...ids)
    })
  } catch (error) {
    if (isUnreadable(error)) return null
    throw error
  }
  return found
}

/** The list does not know a part of the filter, or one of its values. */
const isUnreadable = (error: unknown) => error instanceof AppError || (error as { code?: string }).code === 'E_VALIDATION_ERROR'
