import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AppError } from '#core/contract/errors'
import { currentCompanyId } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { type GroupsService, groupsService } from '#plugins/groups/contract/index'
import { ScimError } from './errors.js'
import { type FilterColumns, readFilter } from './filter.js'
import { type Operation, readOperations } from './patch.js'
import { attribute, isObject, isOfSchema, line } from './user.js'

export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const MAX_NAME = 100
const MOST_MEMBERS = 10_000
const ID = /^\d{1,15}$/
type Json = Record<string, unknown>

export interface GroupRow {
  id: number
  name: string
  external_id: string | null
  members: number[]
}

interface GroupInput {
  name: string
  externalId: string | null
  /** Undefined: not specified. */
  members: number[] | undefined
}

/** The company's groups, from the plugin groups. @throws ScimError 501 where that is off */
async function groups(trx?: TransactionClientContract): Promise<GroupsService> {
  const service = await serviceOf(groupsService, trx)
  if (!service) throw new ScimError(501, 'This company uses no groups.')
  return service
}

const FILTERS: FilterColumns = {
  displayname: { sql: 'g.name', type: 'text' },
  id: { sql: 'g.id::text', type: 'exact' },
  externalid: { sql: 'd.external_id', type: 'exact' },
  members: { sql: 'g.members', type: 'list' },
  'members.value': { sql: 'g.members', type: 'list' },
}

/**
 * The company's groups as its directory sees them.
 * @param skip number of groups to skip
 * @param withMembers whether to read the members
 * @throws ScimError invalidFilter; 501 without the plugin groups
 */
export async function listGroups(
  filter: string | undefined,
  skip: number,
  count: number,
  withMembers: boolean,
): Promise<{ total: number; rows: GroupRow[] }> {
  const service = await groups()
  const all = await service.list()
  const known: { group_id: number; external_id: string | null }[] = await db.from('directory_groups').select('group_id', 'external_id')
  const externalIds = new Map(known.map((row) => [Number(row.group_id), row.external_id]))
  const bare = all.map(({ id, name }) => ({ id: Number(id), name, external_id: externalIds.get(Number(id)) ?? null, members: [] }))
  const filled = async (rows: readonly GroupRow[]) => {
    const members = await service.membersOf(rows.map(({ id }) => id))
    return rows.map((row) => ({ ...row, members: members.get(row.id) ?? [] }))
  }
  const isByMember = filter !== undefined && /\bmembers\b/i.test(filter)
  const found = filter ? await matching(isByMember ? await filled(bare) : bare, filter) : bare
  const page = found.slice(skip, skip + count)
  return { total: found.length, rows: withMembers ? await filled(page) : page }
}

/** The database compares, as for people, so that a filter means the same everywhere. */
async function matching(rows: readonly GroupRow[], filter: string): Promise<GroupRow[]> {
  const { sql, values } = readFilter(filter, FILTERS)
  const { rows: found } = await db.rawQuery<{ rows: { id: number }[] }>(
    `with g as (select * from jsonb_to_recordset(?::jsonb) as g (id bigint, name text, external_id text, members text[])), d as (select id, external_id from g)
     select g.id from g join d using (id) where ${sql}`,
    [JSON.stringify(rows), ...(values as string[])],
  )
  const ids = new Set(found.map(({ id }) => Number(id)))
  return rows.filter(({ id }) => ids.has(id))
}

/** @throws ScimError 404; 501 */
export async function findGroup(id: string, withMembers = true): Promise<GroupRow> {
  const { rows } = ID.test(id) ? await listGroups(`id eq "${Number(id)}"`, 0, 1, withMembers) : { rows: [] }
  if (!rows[0]) throw new ScimError(404, `There is no group "${id.slice(0, 40)}".`)
  return rows[0]
}

/** Members of a value: `[{ value: "12" }]`. Unknown ids are left out. @throws ScimError invalidValue */
function membersOf(value: unknown): number[] {
  const list = Array.isArray(value) ? value : [value]
  if (list.length > MOST_MEMBERS) throw new ScimError(400, `A group has at most ${MOST_MEMBERS} members.`, 'invalidValue')
  return list.flatMap((one) => {
    const id: unknown = isObject(one) ? attribute(one, 'value') : one
    return (typeof id === 'string' && ID.test(id)) || typeof id === 'number' ? [Number(id)] : []
  })
}

function nameOf(value: unknown): string {
  const name = line(value, 'displayName', MAX_NAME)
  if (!name) throw new ScimError(400, '"displayName" is required.', 'invalidValue')
  return name
}

/** Reads a Group resource (RFC 7643, section 4.2). @throws ScimError invalidSyntax, invalidValue */
export function readGroup(body: Json): GroupInput {
  if (!isOfSchema(body, GROUP)) throw new ScimError(400, `"schemas" must name ${GROUP}.`, 'invalidSyntax')
  const members = attribute(body, 'members')
  return {
    name: nameOf(attribute(body, 'displayName')),
    externalId: line(attribute(body, 'externalId'), 'externalId', 300) || null,
    members: members === undefined || members === null ? undefined : membersOf(members),
  }
}

/** Converts a refusal code of core. @throws ScimError */
async function orRefused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.status === 404) throw new ScimError(404, 'That group is no longer there.')
    if (error.status === 422) throw new ScimError(409, 'There is a group with that name already.', 'uniqueness')
    throw error
  }
}

const keepExternalId = (trx: TransactionClientContract, id: number, externalId: string | null) =>
  trx.rawQuery(
    `insert into directory_groups (company_id, group_id, external_id) values (?, ?, ?)
     on conflict (company_id, group_id) do update set external_id = excluded.external_id`,
    [currentCompanyId(), id, externalId as string],
  )

/** @throws ScimError 409 uniqueness; 501 */
export async function createGroup({ name, externalId, members = [] }: GroupInput): Promise<GroupRow> {
  const id = await orRefused(() =>
    db.transaction(async (trx) => {
      const service = await groups(trx)
      const made = await service.create(trx, name)
      await keepExternalId(trx, made, externalId)
      if (members.length) await service.change(trx, made, { join: members, leave: [] })
      return made
    }),
  )
  return findGroup(String(id))
}

/** Omitted attributes of a group stay, except that a full list of members replaces the old one. */
export interface GroupChange {
  name?: string
  externalId?: string | null
  /** The full list. */
  members?: number[]
  join: number[]
  leave: number[]
}

/** @param problems as for users @throws ScimError 404; 409 uniqueness; 501 */
export async function changeGroup(id: string, change: GroupChange, problems: readonly ScimError[] = []): Promise<GroupRow> {
  const row = await findGroup(id)
  const isNothing = !change.join.length && !change.leave.length && Object.keys(change).length === 2
  if (isNothing && problems[0]) throw problems[0]
  const { name, externalId, members } = change
  await orRefused(() =>
    db.transaction(async (trx) => {
      const service = await groups(trx)
      if (name !== undefined && name !== row.name) await service.rename(trx, row.id, name)
      if (externalId !== undefined) await keepExternalId(trx, row.id, externalId)
      const join = [...(members ?? []), ...change.join]
      const kept = new Set(join)
      const leave = [...(members ? row.members.filter((member) => !kept.has(member)) : []), ...change.leave]
      if (join.length || leave.length) await service.change(trx, row.id, { join, leave })
    }),
  )
  return findGroup(id)
}

/** @throws ScimError 404; 501 */
export async function deleteGroup(id: string): Promise<void> {
  const row = await findGroup(id, false)
  await orRefused(() =>
    db.transaction(async (trx) => {
      await (await groups(trx)).remove(trx, row.id)
      await trx.from('directory_groups').where('group_id', row.id).delete()
    }),
  )
}

/** Reads a PATCH of a group (RFC 7644, section 3.5.2), as Entra ID and Okta send it. @throws ScimError invalidSyntax */
export function readGroupPatch(body: Json): { change: GroupChange; problems: ScimError[] } {
  const change: GroupChange = { join: [], leave: [] }
  const problems = readOperations(body, (operation) => apply(change, operation))
  return { change, problems }
}

const ONE_MEMBER = /^\(?value\s+eq\s+"?([^"\s]{1,100}?)"?\)?$/i

/**
 * The members that the filter of a path names: `value eq "1" or value eq "2"`. Unknown ids are left out.
 * @throws ScimError invalidPath for any other filter, which must never mean everybody
 */
function chosenMembers(selector: string): number[] {
  return selector.split(/\s+or\s+/i).flatMap((part) => {
    const [, id] = ONE_MEMBER.exec(part.trim()) ?? []
    if (id === undefined) throw new ScimError(400, `"members[${selector.slice(0, 100)}]" names no members by their value.`, 'invalidPath')
    return ID.test(id) ? [Number(id)] : []
  })
}

function apply(change: GroupChange, { op, name, selector, value }: Operation): void {
  const join = (ids: readonly number[]) => {
    change.leave = change.leave.filter((id) => !ids.includes(id))
    change.join.push(...ids)
  }
  const leave = (ids: readonly number[]) => {
    change.join = change.join.filter((id) => !ids.includes(id))
    if (change.members) change.members = change.members.filter((id) => !ids.includes(id))
    change.leave.push(...ids)
  }
  const replace = (ids: number[]) => Object.assign(change, { members: ids, join: [], leave: [] })
  if (name === 'displayname' && op !== 'remove') change.name = nameOf(value)
  else if (name === 'externalid') change.externalId = op === 'remove' ? null : line(value, 'externalId', 300) || null
  else if (name === 'members') {
    if (op === 'remove' && selector) leave(chosenMembers(selector))
    else if (op === 'remove' && value !== undefined && value !== null) leave(membersOf(value))
    else if (op === 'remove') replace([])
    else if (op === 'replace') replace(membersOf(value))
    else join(membersOf(value))
  }
}

/** @param base address of /scim/v2, without a trailing slash */
export const toGroupResource = (row: GroupRow, base: string) => ({
  schemas: [GROUP],
  id: String(row.id),
  ...(row.external_id && { externalId: row.external_id }),
  displayName: row.name,
  members: row.members.map((id) => ({ value: String(id), $ref: `${base}/Users/${id}`, type: 'User' })),
  meta: { resourceType: 'Group', location: `${base}/Groups/${row.id}` },
})
