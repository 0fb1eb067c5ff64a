import db from '@adonisjs/lucid/services/db'
import { currentCompanyId } from '#core/kit/scope'

const FIELDS = [
  { label: { nl: 'Personeelsnummer', en: 'Staff number' }, kind: 'text', options: [] as string[], required: false },
  { label: { nl: 'Vestiging', en: 'Branch' }, kind: 'choice', options: ['IJmuiden', 'Den Helder', 'Eemshaven'], required: false },
  { label: { nl: 'In dienst sinds', en: 'Employed since' }, kind: 'date', options: [], required: false },
]

/** Demo data: a link in each company, and the questions of Noordwind. */
export async function loadDemo({ loginId }: { loginId: string }): Promise<void> {
  const companyId = currentCompanyId()
  await db.rawQuery(`insert into registration_links (company_id, token) values (?, ?) on conflict do nothing`, [
    companyId,
    `demo-registration-${loginId}`,
  ])
  if (loginId !== 'noordwind' || (await db.from('core_registration_fields').where('company_id', companyId).first())) return
  for (const [position, field] of FIELDS.entries()) {
    await db.table('core_registration_fields').insert({ ...field, label: JSON.stringify(field.label), position, company_id: companyId })
  }
}
