import type { Infer } from '@vinejs/vine/types'
import { type CompanyRow, findCompany, updateCompany, updateImage } from '#core/kit/companies'
import { type Session, acrossCompanies } from '#core/kit/scope'
import type { updateCompanyValidator } from '../validators/companies.js'

type Change = Infer<typeof updateCompanyValidator>

/** One company, for an admin; each look and change is audited. */
export const companiesOf = (session: Session) => ({
  /** @throws AppError 404 for an unknown id */
  show: (id: string): Promise<CompanyRow> => acrossCompanies(session, 'companies.show', () => findCompany(id)),

  /** @throws AppError 404; 422 at `<plugin>.<key>`; 409 changed_meanwhile */
  update: (id: string, change: Change): Promise<CompanyRow> =>
    acrossCompanies(session, 'companies.update', () => updateCompany(id, change, { userId: session.userId, reason: 'companies.update' })),

  /** @param content null takes it away. @throws AppError 404; 422 on the key: not_an_image, too_large */
  image: (name: { company: string; plugin: string; key: string }, content: Uint8Array | null): Promise<CompanyRow> =>
    acrossCompanies(session, 'companies.image', () => updateImage(name, content, { userId: session.userId, reason: 'companies.image' })),
})
