/** The part of knex's transactor that is used here; knex does not type it. */
interface Transactor {
  isCompleted(): boolean
  commit(value?: unknown): Promise<unknown>
  /** Settles when the transaction does. */
  executionPromise: Promise<unknown>
}
type Container = (transactor: Transactor) => unknown

export interface TransactingClient {
  transaction(container: Container, config: unknown, outer: unknown): unknown
}

/**
 * Makes a failed transaction throw. Without this, knex reports a failed begin or commit (a dead connection, a deferred constraint) only to its
 * own promise, which nobody awaits, and reports a commit that rolled back to nobody. Lucid would continue as if everything was saved.
 */
export function throwOnFailedCommit(client: TransactingClient): void {
  const transaction = client.transaction.bind(client)
  client.transaction = (container, config, outer) =>
    transaction(
      (transactor) => {
        // It could not begin; the promise of the whole reports why.
        if (transactor.isCompleted()) return undefined
        const commit = transactor.commit
        transactor.commit = async (value) => {
          const answer = (await commit(value)) as { response?: { command?: string } } | undefined
          // PostgreSQL rolls back a transaction with a failed statement at commit, without an error. Code that ignored the failure hears of
          // it here.
          if (answer?.response?.command === 'ROLLBACK')
            throw new Error('Nothing of this transaction was kept: a statement of it had failed.')
          return transactor.executionPromise
        }
        return container(transactor)
      },
      config,
      outer,
    )
}
