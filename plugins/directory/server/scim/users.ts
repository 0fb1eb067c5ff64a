import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AppError } from '#core/contract/errors'
import { type PersonName, infixBeside } from '#core/contract/full_name'
import { orUniqueError } from '#core/kit/database'
import { currentCompanyId } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { settingsOf } from '#core/kit/settings'
import { admit, renameFederated, setFederatedStatus } from '#core/kit/federation'
import { workService } from '#plugins/people/contract/work'
import { directorySettings, domainsOf, isInDomains } from '../../settings.js'
import { ScimError } from './errors.js'
import { type Condition, type FilterColumns, readFilter, type WorkValue } from './filter.js'
import type { UserChange, UserInput, UserRow } from './user.js'
import { changeWork } from './work.js'

const members = () =>
  db
    .from('kit_members as m')
    .leftJoin('directory_people as p', (on) => void on.on('p.membership_id', 'm.id').andOn('p.company_id', 'm.company_id'))
    .where('m.company_id', currentCompanyId())
    // A person without an address signs in by a number, and is not managed by the directory.
    .whereRaw('(m.email is not null or p.user_name is not null)')
    // A person deleted by the directory is invisible to it until it creates them again or somebody here reactivates them (RFC 7644, section
    // 3.6).
    .whereRaw(`not (p.removed_at is not null and m.status = 'inactive')`)

const COLUMNS = ['m.id', 'm.email', 'm.firstname', 'm.infix', 'm.lastname', 'm.language', 'm.status', 'm.joined_at']
const OWN = ['p.user_name', 'p.external_id', 'p.updated_at']
const ID = /^\d{1,15}$/
const USER_NAME = 'coalesce(p.user_name, m.email)'
const FULL_NAME = 'm.full_name'
/** The attributes by which people can be found. */
const FILTERS: FilterColumns = {
  username: { sql: USER_NAME, type: 'text' },
  externalid: { sql: 'p.external_id', type: 'exact' },
  id: { sql: 'm.id::text', type: 'exact' },
  emails: { sql: 'm.email', type: 'text' },
  'emails.value': { sql: 'm.email', type: 'text' },
  active: { sql: `(m.status = 'active')`, type: 'boolean' },
  'name.givenname': { sql: 'm.firstname', type: 'text' },
  'name.middlename': { sql: 'm.infix', type: 'text' },
  'name.familyname': { sql: 'm.lastname', type: 'text' },
  'name.formatted': { sql: FULL_NAME, type: 'text' },
  displayname: { sql: FULL_NAME, type: 'text' },
  employeenumber: { sql: 'm.id', type: 'work', is: 'personnel_number' },
  manager: { sql: 'm.id', type: 'work', is: 'manager_id' },
  'manager.value': { sql: 'm.id', type: 'work', is: 'manager_id' },
}

/** Replaces what the plugin people finds. */
async function found({ sql, values }: Condition): Promise<Condition<string | boolean | number[]>> {
  const service = await serviceOf(workService)
  const find = async ({ work, is }: WorkValue) =>
    work === 'personnel_number'
      ? ((await service?.findByNumber(is)) ?? [])
      : ID.test(is)
        ? ((await service?.findByManager(Number(is))) ?? [])
        : []
  return { sql, values: await Promise.all(values.map((value) => (typeof value === 'object' ? find(value) : value))) }
}

/**
 * The company's people as its directory sees them.
 * @param skip number of people to skip
 * @throws ScimError invalidFilter
 */
export async function listUsers(filter: string | undefined, skip: number, count: number): Promise<{ total: number; rows: UserRow[] }> {
  const condition = filter ? await found(readFilter(filter, FILTERS)) : null
  const query = () => (condition ? members().whereRaw(condition.sql, condition.values as string[]) : members())
  const [{ total }] = await query().count('* as total')
  const rows = count ? await query().select(COLUMNS).select(OWN).orderBy('m.id').offset(skip).limit(count) : []
  return { total: Number(total), rows: rows as UserRow[] }
}

/** @throws ScimError 404 */
export async function findUser(id: string): Promise<UserRow> {
  const row = ID.test(id) ? await members().where('m.id', id).select(COLUMNS).select(OWN).first() : null
  if (!row) throw new ScimError(404, `There is no user "${id.slice(0, 40)}".`)
  return row as UserRow
}

const taken = () => new ScimError(409, 'There is somebody with that userName or e-mail address already.', 'uniqueness')

/** The directory's id of a person. @param client of the transaction of the change @throws ScimError uniqueness */
async function keepNames(
  client: Pick<TransactionClientContract, 'rawQuery'>,
  companyId: number,
  membershipId: number,
  { userName, externalId }: { userName: string; externalId: string | null },
): Promise<void> {
  try {
    await orUniqueError({ directory_people_user_name: 'userName' }, () =>
      client.rawQuery(
        `insert into directory_people (company_id, membership_id, user_name, external_id) values (?, ?, ?, ?)
         on conflict (company_id, membership_id) do update set user_name = excluded.user_name, external_id = excluded.external_id, updated_at = now(), removed_at = null`,
        [companyId, membershipId, userName, externalId as string],
      ),
    )
  } catch (error) {
    throw error instanceof AppError ? taken() : error
  }
}

/** Converts a refusal code of core. @throws ScimError */
async function orRefused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Erased a moment ago.
    if (error.status === 404) throw new ScimError(404, 'That user is no longer there.')
    if (error.status !== 409) throw error
    if (error.code === 'last_supervisor') throw new ScimError(409, 'The last supervisor of a company stays.', 'mutability')
    if (error.code === 'account_elsewhere')
      throw new ScimError(
        409,
        'That account is not this company’s alone: its person signs in here, and changes it, themselves.',
        'uniqueness',
      )
    throw taken()
  }
}

/**
 * Makes a person a participant, whatever roles the directory names. A person that the directory deleted before is the same person.
 * @throws ScimError 409 uniqueness; 400 invalidValue for an address outside the company's domains
 */
export async function createUser(input: UserInput): Promise<UserRow> {
  const { domains } = await settingsOf(directorySettings)
  if (!isInDomains(input.email, domainsOf(domains)))
    throw new ScimError(400, 'That e-mail address is in none of the company’s domains.', 'invalidValue')
  if (await isTaken(input)) throw taken()
  const removed = await findRemoved(input)
  if (removed) return withWork(await bringBack(removed, input), input)
  const companyId = currentCompanyId()
  const names = (trx: TransactionClientContract, id: number) => keepNames(trx, companyId, id, input)
  const admitted = await orRefused(() => admit(input, { create: true, active: input.active, within: names }))
  if (admitted.kind !== 'member')
    throw new ScimError(409, 'That e-mail address has an account elsewhere: its person signs in here themselves.', 'uniqueness')
  return withWork(await findUser(String(admitted.membershipId)), input)
}

/** A new person is kept without what cannot be saved of their work: the answer shows it. */
async function withWork(row: UserRow, { work }: UserInput): Promise<UserRow> {
  await changeWork(row.id, work, findManager)
  return row
}

/** The member that a directory names as a manager: by id, else by userName. */
async function findManager(value: string): Promise<number | null> {
  const row: { id: number } | null = await members()
    .whereRaw(ID.test(value) ? 'm.id = ?' : `lower(${USER_NAME}) = lower(?)`, [value])
    .select('m.id')
    .first()
  return row && Number(row.id)
}

type Names = Pick<UserInput, 'userName'> & { email?: string }

/** Whether another person visible to the directory has that name or address. @param except the person themselves */
async function isTaken({ userName, email }: Names, except?: number): Promise<boolean> {
  const found = await members()
    .whereRaw(`(lower(m.email) = ? or lower(${USER_NAME}) = lower(?))`, [(email ?? userName).toLowerCase(), userName])
    .if(except !== undefined, (query) => void query.whereNot('m.id', except!))
    .select('m.id')
    .first()
  return found !== null
}

/** The membership of a person that the directory deleted. */
async function findRemoved({ email }: UserInput): Promise<number | null> {
  const row: { id: number } | null = await db
    .from('directory_people as p')
    .join('kit_members as m', (on) => void on.on('m.id', 'p.membership_id').andOn('m.company_id', 'p.company_id'))
    .where('m.company_id', currentCompanyId())
    .whereNotNull('p.removed_at')
    .whereRaw('lower(m.email) = ?', [email])
    .select('m.id')
    .first()
  return row && Number(row.id)
}

const isSameName = (one: PersonName, other: PersonName) =>
  one.firstname === other.firstname && one.infix === other.infix && one.lastname === other.lastname

async function bringBack(id: number, { userName, externalId, firstname, infix, lastname, active }: UserInput): Promise<UserRow> {
  const companyId = currentCompanyId()
  const row = await db.from('kit_members').where('id', id).select('firstname', 'infix', 'lastname').firstOrFail()
  const keep = (client: Pick<TransactionClientContract, 'rawQuery'>) => keepNames(client, companyId, id, { userName, externalId })
  const names = { firstname, infix: infixBeside(infix === undefined ? (row.infix as string | null) : infix, lastname), lastname }
  if (isSameName(names, row as PersonName)) await keep(db)
  else await orRefused(() => renameFederated(id, names, keep))
  if (active) await orRefused(() => setFederatedStatus(id, 'active'))
  return findUser(String(id))
}

/**
 * Changes what can be stored and leaves the rest. A deactivation always applies, whatever else the request contains: a name or address that
 * the person changed here, or uses elsewhere, does not prevent it.
 * @param problems parts of the request that cannot be stored: thrown when nothing else is left to do
 * @throws ScimError 404; 409 uniqueness, mutability; 400 mutability when only another address is requested
 */
export async function changeUser(id: string, change: UserChange, problems: readonly ScimError[] = []): Promise<UserRow> {
  const row = await findUser(id)
  if (!Object.keys(change).length && problems[0]) throw problems[0]
  const isShut = change.active === false
  if (isShut) await orRefused(() => setFederatedStatus(row.id, 'inactive'))
  const work = await changeWork(row.id, change.work ?? {}, findManager)
  try {
    await changeNames(row, change, work.isChanged)
  } catch (error) {
    if (!isShut || !(error instanceof ScimError)) throw error
  }
  if (change.active) await orRefused(() => setFederatedStatus(row.id, 'active'))
  const isAlone = Object.keys(change).length === 1 && work.problems.length === Object.keys(change.work ?? {}).length
  if (work.problems[0] && isAlone) throw work.problems[0]
  return findUser(id)
}

/** Deactivates a person and hides them from the directory; their results stay here. @throws ScimError 404; 409 mutability */
export async function deleteUser(id: string): Promise<void> {
  const row = await findUser(id)
  await orRefused(() => setFederatedStatus(row.id, 'inactive'))
  await db.rawQuery(
    `insert into directory_people (company_id, membership_id, user_name, external_id, removed_at) values (?, ?, ?, ?, now())
     on conflict (company_id, membership_id) do update set removed_at = now(), updated_at = now()`,
    [currentCompanyId(), row.id, row.user_name ?? row.email, row.external_id as string],
  )
}

/** @param isMore something else of the request was saved */
async function changeNames(row: UserRow, change: UserChange, isMore: boolean): Promise<void> {
  const companyId = currentCompanyId()
  const [firstname, lastname] = [change.firstname ?? row.firstname, change.lastname ?? row.lastname]
  const names = { firstname, infix: infixBeside(change.infix === undefined ? row.infix : change.infix, lastname), lastname }
  if (!firstname && !lastname) throw new ScimError(400, 'A first or a last name is required.', 'invalidValue')
  const externalId = change.externalId === undefined ? row.external_id : change.externalId
  const userName = change.userName ?? row.user_name ?? row.email
  const isRenamed = !isSameName(names, row)
  const isElse = isRenamed || isMore || externalId !== row.external_id || userName !== (row.user_name ?? row.email)
  const isMoved = change.active !== undefined && change.active !== (row.status === 'active')
  if (change.email !== undefined && change.email !== row.email.toLowerCase() && !isElse && !isMoved)
    throw new ScimError(400, 'The e-mail address is what its person signs in with: they change it themselves.', 'mutability')
  if (change.userName !== undefined && (await isTaken({ userName }, row.id))) throw taken()
  const keep = (client: Pick<TransactionClientContract, 'rawQuery'>) => keepNames(client, companyId, row.id, { userName, externalId })
  if (!isRenamed) return keep(db)
  await orRefused(() => renameFederated(row.id, names, keep))
}
