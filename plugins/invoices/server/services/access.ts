import { forbidden } from '#core/contract/errors'
import type { ListSource } from '#core/kit/lists'
import { currentCompanyId, inCompanyOfRow, type Session } from '#core/kit/scope'
import { settingsOf } from '#core/kit/settings'
import { invoicesSettings } from '../../settings.js'

const isOpen = async (): Promise<boolean> => (await settingsOf(invoicesSettings)).open_to_supervisors

/** Specification, section 6: access to the invoice module can be denied. Admins always see it. */
export const maySee = async (session: Session): Promise<boolean> => !session.companyId || (await isOpen())

/** @throws AppError 403 no_access */
export async function assertOpen(session: Session): Promise<void> {
  if (!(await maySee(session))) throw forbidden('no_access')
}

/** The scope of admins has no company. */
const inCompany = (): boolean => {
  try {
    return Boolean(currentCompanyId())
  } catch {
    return false
  }
}

/** The same check for the list, for every way of reading its rows: without access it finds nothing and gives no file. */
export function openOnly<Row extends object>(source: ListSource<Row>): ListSource<Row> {
  const assert = async () => {
    if (inCompany() && !(await isOpen())) throw forbidden('no_access')
  }
  return {
    ...source,
    // Requested as a page, which is narrowed.
    glance: undefined,
    page: async (list) => {
      const isShut = inCompany() && !(await isOpen())
      return source.page(isShut ? { ...list, narrow: [...(list.narrow ?? []), (query) => void query.whereRaw('false')] } : list)
    },
    count: async (list) => assert().then(() => source.count(list)),
    async *batches(list) {
      await assert()
      yield* source.batches(list)
    },
    ids: async (...given) => assert().then(() => source.ids(...given)),
  }
}

/** Runs in the company of an invoice; for an admin it switches there. @throws AppError 404; 403 no_access */
export async function atInvoice<T>(session: Session, id: string, what: string, fn: () => Promise<T>): Promise<T> {
  await assertOpen(session)
  return inCompanyOfRow(session, { table: 'invoices_invoices', id, reason: `invoices.${what}` }, fn)
}
