import type { Infer } from '@vinejs/vine/types'
import { type CompanyRow, findCompany, listCompanies, updateCompany, updateImage } from '#core/kit/companies'
import { EXPORT_LIMIT, type Page } from '#core/kit/lists'
import { type Session, acrossCompanies } from '#core/kit/scope'
import type { companyListValidator, updateCompanyValidator } from '../validators/companies.js'

type List = Infer<typeof companyListValidator>
type Change = Infer<typeof updateCompanyValidator>

const listOf = ({ status, exam_provider, sir_member, catalogue_access, ...list }: List) => ({
  ...list,
  settings: { core: { status }, companies: { exam_provider, sir_member, catalogue_access } },
})

/** Every company, for an admin; each look and change is audited. */
export const companiesOf = (session: Session) => ({
  list: (list: List): Promise<Page<CompanyRow>> => acrossCompanies(session, 'companies.list', () => listCompanies(listOf(list))),

  /** The same companies for a file: all of them, up to EXPORT_LIMIT. */
  export: (list: List): Promise<Page<CompanyRow>> =>
    acrossCompanies(session, 'companies.export', () => listCompanies({ ...listOf(list), page: 1, per_page: EXPORT_LIMIT })),

  /** @throws AppError 404 for an unknown id */
  show: (id: string): Promise<CompanyRow> => acrossCompanies(session, 'companies.show', () => findCompany(id)),

  /** @throws AppError 404; 422 at `<plugin>.<key>`; 409 changed_meanwhile */
  update: (id: string, change: Change): Promise<CompanyRow> =>
    acrossCompanies(session, 'companies.update', () => updateCompany(id, change, { userId: session.userId, reason: 'companies.update' })),

  /** @param content null takes it away. @throws AppError 404; 422 on the key: not_an_image, too_large */
  image: (name: { company: string; plugin: string; key: string }, content: Uint8Array | null): Promise<CompanyRow> =>
    acrossCompanies(session, 'companies.image', () => updateImage(name, content, { userId: session.userId, reason: 'companies.image' })),
})
