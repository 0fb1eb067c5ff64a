// Imported tables: CSV or XLSX, read in a worker thread.
export { matchColumns, readDay, readSpreadsheet } from '../spreadsheets/read_spreadsheet.js'
