import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import db from '@adonisjs/lucid/services/db'
import { AppError } from '#core/contract/errors'
import { recordFederated } from '#core/kit/federation'
import { serviceOf } from '#core/kit/services'
import { type WorkDetails, workService } from '#plugins/people/contract/work'
import { ScimError } from './errors.js'
import type { ShownWork, WorkInput } from './user.js'

/** The work of people, for their resources: number, function and manager. Nothing while the plugin people is off. */
export async function workOf(members: readonly number[]): Promise<Map<number, ShownWork>> {
  const found = (await (await serviceOf(workService))?.of(members)) ?? new Map<number, WorkDetails>()
  const managers = await namesOf([...found.values()].flatMap(({ manager_id: id }) => id ?? []))
  return new Map(
    [...found].map(([member, { personnel_number, job_title, manager_id: id }]) => {
      const name = id === null ? undefined : managers.get(id)
      return [member, { personnel_number, job_title, manager: name === undefined ? null : { id: id!, name } }]
    }),
  )
}

async function namesOf(members: readonly number[]): Promise<Map<number, string>> {
  if (!members.length) return new Map()
  const rows = (await db
    .from('kit_members')
    .whereIn('id', [...members])
    .whereNotNull('email')
    .select('id', 'full_name')) as { id: number; full_name: string }[]
  return new Map(rows.map(({ id, full_name: name }) => [id, name]))
}

/**
 * Saves what can be saved of a person's work, each attribute alone.
 * @param find the member that a value names: an id, else a userName
 * @returns whether something changed, and what could not be saved
 */
export async function changeWork(
  membershipId: number,
  { employeeNumber, title, manager }: WorkInput,
  find: (value: string) => Promise<number | null>,
): Promise<{ isChanged: boolean; problems: ScimError[] }> {
  const service = await serviceOf(workService)
  if (!service) return { isChanged: false, problems: [] }
  const problems: ScimError[] = []
  let isChanged = false
  const save = async (changes: Partial<WorkDetails>) => {
    try {
      const note = (trx: TransactionClientContract) => recordFederated(trx, 'member.work', membershipId)
      isChanged = (await service.change(membershipId, changes, note)) || isChanged
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      problems.push(problemOf(error))
    }
  }
  if (employeeNumber !== undefined) await save({ personnel_number: employeeNumber })
  if (title !== undefined) await save({ job_title: title })
  if (manager !== undefined) {
    const id = manager === null ? null : await find(manager)
    if (manager !== null && id === null) problems.push(new ScimError(400, 'The manager is no user of this company.', 'invalidValue'))
    else await save({ manager_id: id })
  }
  return { isChanged, problems }
}

function problemOf(error: AppError): ScimError {
  if (error.status === 404) return new ScimError(404, 'That user is no longer there.')
  const [first] = (error.details.errors ?? []) as { field: string; rule: string }[]
  if (first?.rule === 'unique') return new ScimError(409, 'Somebody has that employeeNumber already.', 'uniqueness')
  return new ScimError(400, `"${first?.field ?? 'work'}" cannot be saved: ${first?.rule ?? error.code}.`, 'invalidValue')
}
