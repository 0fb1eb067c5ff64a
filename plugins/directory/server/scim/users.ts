import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AppError } from '#core/contract/errors'
import { orTaken } from '#core/kit/database'
import { currentCompanyId } from '#core/kit/scope'
import { settingsOf } from '#core/kit/settings'
import { admit, renameVouched, setVouchedStatus } from '#core/kit/vouched'
import { directorySettings, domainsOf, isInDomains } from '../../settings.js'
import { ScimError } from './errors.js'
import type { UserFilter } from './filter.js'
import type { UserChange } from './patch.js'
import type { UserInput, UserRow } from './user.js'

const members = () =>
  db
    .from('kit_members as m')
    .leftJoin('directory_people as p', (on) => void on.on('p.membership_id', 'm.id').andOn('p.company_id', 'm.company_id'))
    .where('m.company_id', currentCompanyId())

const COLUMNS = ['m.id', 'm.email', 'm.firstname', 'm.lastname', 'm.language', 'm.status', 'm.joined_at']
const OWN = ['p.user_name', 'p.external_id', 'p.updated_at']
const ID = /^\d{1,15}$/
const CONDITION = {
  userName: 'lower(coalesce(p.user_name, m.email)) = lower(?)',
  externalId: 'p.external_id = ?',
  id: 'm.id::text = ?',
  email: 'lower(m.email) = lower(?)',
}

/** The company's people as its directory sees them. @param skip how many come before */
export async function listUsers(filter: UserFilter | null, skip: number, count: number): Promise<{ total: number; rows: UserRow[] }> {
  const query = () => (filter ? members().whereRaw(CONDITION[filter.by], [filter.value]) : members())
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

/** What the directory calls somebody. @param client of the change that it belongs to @throws ScimError uniqueness */
async function keepNames(
  client: Pick<TransactionClientContract, 'rawQuery'>,
  companyId: number,
  membershipId: number,
  { userName, externalId }: { userName: string; externalId: string | null },
): Promise<void> {
  try {
    await orTaken({ directory_people_user_name: 'userName' }, () =>
      client.rawQuery(
        `insert into directory_people (company_id, membership_id, user_name, external_id) values (?, ?, ?, ?)
         on conflict (company_id, membership_id) do update set user_name = excluded.user_name, external_id = excluded.external_id, updated_at = now()`,
        [companyId, membershipId, userName, externalId as string],
      ),
    )
  } catch (error) {
    throw error instanceof AppError ? taken() : error
  }
}

/** Core says no by a code. @throws ScimError */
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
 * Makes somebody a participant: never anything else, whatever roles the directory names.
 * @throws ScimError 409 uniqueness; 400 invalidValue for an address outside the company's domains
 */
export async function createUser(input: UserInput): Promise<UserRow> {
  const { domains } = await settingsOf(directorySettings)
  if (!isInDomains(input.email, domainsOf(domains)))
    throw new ScimError(400, 'That e-mail address is in none of the company’s domains.', 'invalidValue')
  const known = await members()
    .whereRaw('(lower(m.email) = ? or lower(p.user_name) = lower(?))', [input.email, input.userName])
    .select('m.id')
    .first()
  if (known) throw taken()
  const companyId = currentCompanyId()
  const names = (trx: TransactionClientContract, id: number) => keepNames(trx, companyId, id, input)
  const admitted = await orRefused(() => admit(input, { create: true, active: input.active, within: names }))
  if (admitted.kind !== 'member')
    throw new ScimError(409, 'That e-mail address has an account elsewhere: its person signs in here themselves.', 'uniqueness')
  return findUser(String(admitted.membershipId))
}

/**
 * All of it or nothing; but whom the directory shuts out is out, whatever else it says of them that cannot be kept: a name or an
 * address that its person changed here, or has elsewhere, is no way to stay in.
 * @throws ScimError 404; 409 uniqueness, mutability; 400 mutability for another address
 */
export async function changeUser(id: string, change: UserChange): Promise<UserRow> {
  const row = await findUser(id)
  const isShut = change.active === false
  if (isShut) await orRefused(() => setVouchedStatus(row.id, 'inactive'))
  try {
    await changeNames(row, change)
  } catch (error) {
    if (!isShut || !(error instanceof ScimError)) throw error
  }
  if (change.active) await orRefused(() => setVouchedStatus(row.id, 'active'))
  return findUser(id)
}

async function changeNames(row: UserRow, change: UserChange): Promise<void> {
  if (change.email !== undefined && change.email !== row.email.toLowerCase()) {
    throw new ScimError(400, 'The e-mail address is what its person signs in with: they change it themselves.', 'mutability')
  }
  const [companyId, firstname, lastname] = [currentCompanyId(), change.firstname ?? row.firstname, change.lastname ?? row.lastname]
  const externalId = change.externalId === undefined ? row.external_id : change.externalId
  const keep = (client: Pick<TransactionClientContract, 'rawQuery'>) =>
    keepNames(client, companyId, row.id, { userName: change.userName ?? row.user_name ?? row.email, externalId })
  if (firstname === row.firstname && lastname === row.lastname) return keep(db)
  await orRefused(() => renameVouched(row.id, { firstname, lastname }, keep))
}
