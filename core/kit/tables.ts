// What somebody brings in as a table: CSV or XLSX, read in a thread of its own.
export { matchColumns, readDay, readTable } from '../tables/read_table.js'
