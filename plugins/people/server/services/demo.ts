import db from '@adonisjs/lucid/services/db'
import { shareView } from '#core/kit/lists'
import { currentCompanyId } from '#core/kit/scope'
import { participantsList } from '../../contract/index.js'

const FILE = 'nieuwe collega’s.csv'
const HEAD = ['Voornaam', 'Achternaam', 'E-mailadres']
const LINES: { cells: string[]; problem: string | null }[] = [
  { cells: ['Jip', 'Janssen', 'jip.janssen@nieuw.example'], problem: null },
  { cells: ['Noa', 'Bos', 'noa.bos'], problem: 'bad_email' },
]

/** Views that a supervisor begins with, and a file that somebody looked at and did not import yet. */
export async function loadDemo(): Promise<void> {
  const { list } = participantsList
  await shareView({ list, name: 'Vraagt aandacht', filter: 'learning_attention=overdue%2Cexpired%2Cfailed' })
  await shareView({ list, name: 'Nog nooit ingelogd', filter: 'last_seen=none' })
  if (await db.from('people_imports').select('id').first()) return
  const companyId = currentCompanyId()
  const columns = { firstname: 0, infix: null, lastname: 1, email: 2, birthdate: null, language: null }
  const facts = { company_id: companyId, file_name: FILE, head: JSON.stringify(HEAD), columns: JSON.stringify(columns) }
  const [made] = (await db.table('people_imports').insert(facts).returning('id')) as { id: number }[]
  const rows = LINES.map(({ cells, problem }, index) => ({
    company_id: companyId,
    import_id: made!.id,
    line: index + 2,
    cells: JSON.stringify(cells),
    problem,
  }))
  await db.table('people_import_rows').multiInsert(rows)
}
