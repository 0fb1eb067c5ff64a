import { notFound } from '../contract/errors.js'
import type { RenderedMail } from '../mail/render.js'
import { previewLook, type TriedLook } from '../mail/try_text.js'
import { listInactive } from '../privacy/retention.js'
import { acrossCompanies } from '../tenancy/across.js'
import { asSystem, inCompany } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'
import { updateImage } from './company_images.js'
import { type ChangedBy, type CompanyChange, type CompanyRow, findCompany, updateCompany } from './company_service.js'

/**
 * A company as this person may manage it: an admin any (audited), a supervisor their own (`0`, or its id), without the platform's settings.
 * A company's scope cannot write core_companies, so core does it here, only for the session's company.
 */
export const managedCompany = (session: Session, id: string) => ({
  /** @throws AppError 404 for an unknown id, and for another company than one's own */
  show: (): Promise<CompanyRow> => onCompany(session, id, 'companies.show', (company) => findCompany(company)),

  /** @throws AppError 404; 422 at `<plugin>.<key>`; 409 changed_meanwhile */
  update: (change: CompanyChange): Promise<CompanyRow> =>
    onCompany(session, id, 'companies.update', (company, by) => updateCompany(company, change, by)),

  /** @param content null takes it away. @throws AppError 404; 422 on the key: not_an_image, too_large */
  image: (name: { plugin: string; key: string }, content: Uint8Array | null): Promise<CompanyRow> =>
    onCompany(session, id, 'companies.image', (company, by) => updateImage({ company, ...name }, content, by)),

  /** A mail of the company as it would look with the values typed now. @throws AppError 404 */
  letter: (look: TriedLook): Promise<RenderedMail> =>
    onCompany(session, id, 'companies.look', async (company) => previewLook((await findCompany(company)).id, look)),

  /** The people whom the company's retention rule would erase, or a rule of the given months. @throws AppError 404 */
  inactivePeople: (months: number | null) =>
    onCompany(session, id, 'companies.retention', async (company) => {
      const row = await findCompany(company)
      return inCompany(row.id, () => listInactive(months))
    }),
})

async function onCompany<T>(
  session: Session,
  id: string,
  reason: string,
  fn: (company: string | number, by: ChangedBy) => Promise<T>,
): Promise<T> {
  const { userId, companyId } = session
  if (session.isAdmin) return acrossCompanies(session, reason, () => fn(id, { userId, reason, as: 'platform' }))
  if (!companyId || (id !== '0' && id !== String(companyId))) throw notFound()
  return asSystem(reason, () => fn(companyId, { userId, reason, as: 'company' }))
}
