/** Maps ids of the exporting platform to ids in the archive, and back when the archive is restored. */
export interface ArchiveIds {
  /** The new id of a row. For a row that no longer existed it is an id that no row has. */
  of(table: string, id: number): number
}

/** The table that a column refers to, or a function of the row when that depends on another column. */
type NamedTable = string | ((row: Readonly<Record<string, unknown>>) => string)
/** Returns the value with every id in it mapped by `ids`. Pure. */
type RewriteIds = (value: never, ids: ArchiveIds, row: Readonly<Record<string, unknown>>) => unknown

/**
 * Rules for exporting a plugin's tables into a company archive and restoring them. Every table with a company's rows is included
 * automatically, and foreign keys are mapped. These rules decide the rest; the check `assertCarriedDecided` lists columns without a
 * decision. Keys are `table.column`.
 */
export interface ArchiveRules {
  /** Columns with the id of another plugin's row, or of a row that may be deleted. Null: the number is not an id. */
  readonly references?: Readonly<Record<string, NamedTable | null>>
  /** Columns with JSON or text that may contain ids. Null: it contains none. */
  readonly documents?: Readonly<Record<string, RewriteIds | null>>
  /** Columns that identify a shared row (company null) on every platform. Null: no company row refers to one. */
  readonly stableKeys?: Readonly<Record<string, readonly string[] | null>>
  /** Tables and columns that are not exported, with the reason for the operator. */
  readonly stays?: Readonly<Record<string, string>>
  /** Tables whose rows are dropped when the target platform lacks a row they refer to, with the reason. */
  readonly optional?: Readonly<Record<string, string>>
  /** Columns with a file that contains the platform's address. When the address changes they become null and the file is made again. */
  readonly drawnAgain?: readonly string[]
  /** SQL condition on table `t`: the rows to export. */
  readonly only?: Readonly<Record<string, string>>
}
