// Imported tables: CSV or XLSX, read in a worker thread.
export { matchColumns, readDay, readTable } from '../tables/read_table.js'
