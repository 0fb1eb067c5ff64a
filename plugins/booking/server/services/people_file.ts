import { invalid } from '#core/contract/errors'
import { matchColumns, readDay, readSpreadsheet } from '#core/kit/spreadsheets'
import { MOST_PEOPLE } from '../validators/booking.js'

const COLUMNS = {
  firstname: ['voornaam', 'firstname', 'givenname'],
  infix: ['tussenvoegsel', 'tussenvoegsels', 'voorvoegsel', 'voorvoegsels', 'infix'],
  lastname: ['achternaam', 'lastname', 'surname', 'naam', 'name'],
  email: ['email', 'emailadres', 'emailaddress', 'mail'],
  birthdate: ['geboortedatum', 'birthdate', 'dateofbirth', 'geboren'],
}

/**
 * The people of a CSV or XLSX file, for the wizard; nothing is stored. A person with a colleague's address becomes that colleague when the
 * booking is planned.
 * @throws AppError 422 on `file`: no_columns, too_many, and those of readSpreadsheet
 */
export async function peopleOfFile(content: Uint8Array) {
  const { head, rows } = await readSpreadsheet(content, { maxRows: MOST_PEOPLE, names: COLUMNS })
  const at = matchColumns(head, COLUMNS)
  if (at.email === null) throw invalid('file', 'no_columns')
  const cell = (cells: readonly string[], column: number | null) => (column === null ? '' : (cells[column] ?? '').trim())
  return rows
    .map(({ cells }) => ({
      membership: null,
      firstname: cell(cells, at.firstname).slice(0, 100),
      infix: cell(cells, at.infix).slice(0, 100) || null,
      lastname: cell(cells, at.lastname).slice(0, 100),
      email: cell(cells, at.email).slice(0, 254),
      birthdate: readDay(cell(cells, at.birthdate)),
    }))
    .filter(({ email, firstname, lastname }) => email || firstname || lastname)
}
