/** The part of knex's transactor that is used here; knex does not type it. */
interface Transactor {
  isCompleted(): boolean
  commit(value?: unknown): Promise<unknown>
  /** Settles as the transaction does. */
  executionPromise: Promise<unknown>
}
type Container = (transactor: Transactor) => unknown

export interface TransactingClient {
  transaction(container: Container, config: unknown, outer: unknown): unknown
}

/**
 * Makes a transaction that was not kept say so. Of itself knex tells only its own promise, which nobody waits for, that a begin or a commit failed
 * (the connection died, what was deferred is refused), and that a commit rolled back it tells nobody: Lucid would go on, and call done what never was.
 */
export function commitHonestly(client: TransactingClient): void {
  const transaction = client.transaction.bind(client)
  client.transaction = (container, config, outer) =>
    transaction(
      (transactor) => {
        // It could not begin: whoever asked for it hears why by the promise of the whole.
        if (transactor.isCompleted()) return undefined
        const commit = transactor.commit
        transactor.commit = async (value) => {
          const answer = (await commit(value)) as { response?: { command?: string } } | undefined
          // A transaction of which a statement failed is rolled back by its commit, without an error: whoever passed over that failure hears of it now.
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
