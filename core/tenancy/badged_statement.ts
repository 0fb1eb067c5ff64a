import pg from 'pg'

/** What is used here of a connection's own protocol side, and of pg's query on it; pg does not type them. */
interface Wire {
  parsedStatements: Record<string, string>
  bind(message: { portal: string; statement: string; values: string[] }): void
  execute(message: { portal: string }): void
}

type Callback = (error: Error | null, result: { rows: Record<string, unknown>[] }) => void

interface PgQuery {
  prepare(wire: Wire): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, wire: Wire): void
}

const Query = (
  pg as unknown as { Query: new (config: { name: string; text: string; values: unknown[] }, values: undefined, done: Callback) => PgQuery }
).Query

/** The statement that puts a company's badge on a connection. */
export const BADGE = { name: 'platform_badge', text: `select set_config('app.company_id', $1, false)` }

/** Whether this connection was given a badge before: only then it can be put on together with a statement. */
export const knowsBadge = (connection: { connection?: unknown }): boolean =>
  BADGE.name in ((connection.connection as Wire | undefined)?.parsedStatements ?? {})

/**
 * A prepared statement with the company's badge put on before it, in one message of the protocol and so in one transaction:
 * when the badge fails, the database skips the statement. Saves a way there and back at every change of company.
 */
export class BadgedStatement extends Query {
  readonly #companyId: number
  #badgeIsOn = false

  constructor(companyId: number, statement: { name: string; text: string; values: unknown[] }, done: Callback) {
    super(statement, undefined, done)
    this.#companyId = companyId
  }

  override prepare(wire: Wire): void {
    wire.bind({ portal: '', statement: BADGE.name, values: [String(this.#companyId)] })
    wire.execute({ portal: '' })
    super.prepare(wire)
  }

  override handleDataRow(message: unknown): void {
    if (this.#badgeIsOn) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#badgeIsOn) super.handleCommandComplete(message, wire)
    this.#badgeIsOn = true
  }
}
