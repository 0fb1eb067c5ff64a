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

/** Saved views that a supervisor starts with, and a file that was checked but not imported yet. */
export async function loadDemo(): Promise<void> {
  const { list } = participantsList
  await shareView({ list, name: 'Vraagt aandacht', filter: 'learning_attention=overdue%2Cexpired%2Cfailed' })
  await shareView({ list, name: 'Nog nooit ingelogd', filter: 'last_seen=none' })
  await loadWork()
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

const JOBS = ['Monteur', 'Uitvoerder', 'Kraanmachinist', 'Werkvoorbereider', 'Magazijnmedewerker']

/** Personnel data of the first people: a number, a function, and a supervisor as their manager. */
async function loadWork(): Promise<void> {
  await db.rawQuery(
    `insert into people_work (company_id, membership_id, personnel_number, job_title, manager_id)
     select m.company_id, m.id, lpad((100 + m.nr)::text, 5, '0'), (?::text[])[1 + m.nr % ?], b.id
       from (select k.*, row_number() over (order by k.id) as nr from kit_members k where k.role = 'leerling' order by k.id limit 40) m
       left join lateral (select id from kit_members where role = 'beheerder' and company_id = m.company_id and status = 'active' order by id limit 1) b on true
     on conflict do nothing`,
    [JOBS as never, JOBS.length],
  )
}
