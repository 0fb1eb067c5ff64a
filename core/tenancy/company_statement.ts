import pg from 'pg'

/** The parts of the connection's protocol side, and of pg's query on it, that are used here; pg does not type them. */
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

/** The statement that sets the company on a connection. */
export const SET_COMPANY = { name: 'platform_badge', text: `select set_config('app.company_id', $1, false)` }

/** Whether the company was set on this connection before. Only then can it be set together with a statement. */
export const hasPreparedCompany = (connection: { connection?: unknown }): boolean =>
  SET_COMPANY.name in ((connection.connection as Wire | undefined)?.parsedStatements ?? {})

/**
 * A prepared statement that sets the company first, in one protocol message and so in one transaction: if setting the company fails, the
 * database skips the statement. Saves a round trip when the company changes.
 */
export class CompanyStatement extends Query {
  readonly #companyId: number
  #badgeIsOn = false

  constructor(companyId: number, statement: { name: string; text: string; values: unknown[] }, done: Callback) {
    super(statement, undefined, done)
    this.#companyId = companyId
  }

  override prepare(wire: Wire): void {
    wire.bind({ portal: '', statement: SET_COMPANY.name, values: [String(this.#companyId)] })
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
