/** What rows are called while they are taken out, and what they are called where they are restored. */
export interface CarriedIds {
  /** The id here of the row of a table; of one that was gone by then, a number that is nobody's. */
  of(table: string, id: number): number
}

/** The table whose row a number names, where its row says which: `kind` of it. */
type NamedTable = string | ((row: Readonly<Record<string, unknown>>) => string)
/** The same value with every id in it given by `ids`; what has none in it is returned as it is. Pure. */
type RewriteIds = (value: never, ids: CarriedIds, row: Readonly<Record<string, unknown>>) => unknown

/**
 * What the database itself does not say of a plugin's tables, for when a company is taken out and restored elsewhere. Every table with a
 * company's rows goes along by itself, and so does what its foreign keys say. What is left to decide is decided here: the check
 * `assertCarriedDecided` names what is not. Names are `table.column`.
 */
export interface CarriedRules {
  /** Numbers that name another plugin's row, or one that may be gone; null: a number that is no id. */
  readonly references?: Readonly<Record<string, NamedTable | null>>
  /** Documents (json, or a text with ids in it); null: there are none in it. */
  readonly documents?: Readonly<Record<string, RewriteIds | null>>
  /** By what a row of the platform (company null) is known on every platform: its columns. Null: a company's rows name none of them. */
  readonly stableKeys?: Readonly<Record<string, readonly string[] | null>>
  /** Tables and columns that stay where they are, and why, in a few words for an operator. */
  readonly stays?: Readonly<Record<string, string>>
  /** Tables whose rows go without where the platform they come to lacks what they name, and why that is right. */
  readonly optional?: Readonly<Record<string, string>>
  /** Columns that name a file with the platform's address in it: where the address changes they are emptied and the file is left out. */
  readonly drawnAgain?: readonly string[]
  /** Which rows of a table `t` go along, in SQL. */
  readonly only?: Readonly<Record<string, string>>
}
