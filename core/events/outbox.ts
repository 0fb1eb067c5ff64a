import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { EventToken } from '../contract/events.js'
import { pluginRegistry } from '../plugins/registry.js'
import { currentCompanyId } from '../tenancy/scope.js'
import { nudgeRelay } from './relay.js'

/**
 * Writes an event in the transaction of its change, so that both happen or neither. Listeners receive it after the commit.
 * @throws MissingScopeError outside a company's scope
 */
export async function emit<P extends object>(trx: TransactionClientContract, event: EventToken<P>, payload: P): Promise<void> {
  await write(trx, 'event', event.name, [payload])
}

/** The same event for several things, in one statement. None writes nothing. */
export async function emitAll<P extends object>(
  trx: TransactionClientContract,
  event: EventToken<P>,
  payloads: readonly P[],
): Promise<void> {
  if (payloads.length) await write(trx, 'event', event.name, payloads)
}

/** An event and a job of one change, in one statement. */
export async function emitWithJob<P extends object>(
  trx: TransactionClientContract,
  event: EventToken<P>,
  payload: P,
  job: { name: string; payload: object },
): Promise<void> {
  assertJob(job.name)
  await writeRows(trx, [
    { kind: 'job', ...job },
    { kind: 'event', name: event.name, payload },
  ])
}

/** Queues a job in the current transaction. `name` is that of a JobDefinition. */
export async function sendJob(trx: TransactionClientContract, name: string, payload: object): Promise<void> {
  assertJob(name)
  await write(trx, 'job', name, [payload])
}

function assertJob(name: string): void {
  if (!pluginRegistry().jobs.some((job) => job.name === name)) throw new Error(`No plugin declares the job "${name}".`)
}

type Kind = 'event' | 'job'

const write = (trx: TransactionClientContract, kind: Kind, name: string, payloads: readonly object[]) =>
  writeRows(
    trx,
    payloads.map((payload) => ({ kind, name, payload })),
  )

async function writeRows(trx: TransactionClientContract, rows: readonly { kind: Kind; name: string; payload: object }[]): Promise<void> {
  if (!trx.isTransaction) throw new Error(`${rows[0]!.kind} "${rows[0]!.name}" must be written inside a transaction.`)
  const companyId = currentCompanyId()
  // Three values however many rows: a value for each field of hundreds of rows takes longer to bind than to insert. In the order in which they come.
  await trx.rawQuery(
    `insert into core_outbox (company_id, kind, name, payload)
       select ?, r.kind, r.name, r.payload from unnest(?::text[], ?::text[], ?::jsonb[]) with ordinality as r(kind, name, payload, place) order by r.place`,
    [companyId, rows.map(({ kind }) => kind), rows.map(({ name }) => name), rows.map(({ payload }) => JSON.stringify(payload))] as never,
  )
  trx.after('commit', nudgeRelay)
}
