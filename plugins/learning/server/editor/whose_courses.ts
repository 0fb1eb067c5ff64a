import { fullName } from '#core/contract/full_name'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { notFound } from '#core/contract/errors'
import type { ListSource } from '#core/kit/lists'
import { type Session, acrossCompanies, currentScopeCompany } from '#core/kit/scope'
import { settingsOf } from '#core/kit/settings'
import { learningSettings } from '../../settings.js'

/** Who edits, and whose courses: null = the platform's. */
export interface Editor {
  owner: number | null
  /** What a saved part says of who saved it. */
  membershipId: number | null
  adminName: string | null
}

/**
 * Runs `fn` where this person may edit courses: an admin the platform's, audited and in the scope across companies; a supervisor
 * their company's own, in its scope, where the company's setting `own_courses` is on.
 * Every query of an editor names `owner`: a company reads the platform's courses too, and an admin here everybody's.
 * @param reason short, stable and in English
 * @throws AppError 404 where supervisors edit no courses
 */
export async function asEditor<T>(session: Session, reason: string, fn: (editor: Editor) => Promise<T>): Promise<T> {
  if (session.isAdmin) {
    const adminName = fullName(session.row)
    return acrossCompanies(session, reason, () => fn({ owner: null, membershipId: null, adminName }))
  }
  if (!(await settingsOf(learningSettings)).own_courses) throw notFound()
  return fn({ owner: session.companyId, membershipId: session.membershipId, adminName: null })
}

/** Whose courses a list of the editor is about, in the scope that the list opened: the company's own, else the platform's. */
export const ownerInReach = (): number | null => currentScopeCompany()

/** The rows of a list of the editor: there for a supervisor only where the company lets them edit courses. @throws AppError 404 */
export function editorsOwn<Row>(source: ListSource<Row>): ListSource<Row> {
  const assertEdits = async () => {
    if (ownerInReach() !== null && !(await settingsOf(learningSettings)).own_courses) throw notFound()
  }
  return {
    ...source,
    // Asked for as a page, which is narrowed.
    glance: undefined,
    page: async (list) => (await assertEdits(), source.page(list)),
    count: async (list) => (await assertEdits(), source.count(list)),
    async *batches(list) {
      await assertEdits()
      yield* source.batches(list)
    },
    ids: async (...asked) => (await assertEdits(), source.ids(...asked)),
  }
}

export interface EditedCourse {
  id: number
  shortname: string
  sector: string
  type: string
  status: string
}

type Client = TransactionClientContract | ReturnType<typeof db.connection>

/** One of the editor's own courses. @throws AppError 404 for anybody else's, the platform's included */
export async function ownCourse({ owner }: Editor, id: string | number, client: Client = db.connection()): Promise<EditedCourse> {
  const course = await client
    .from('learning_courses')
    .where('id', id)
    .where((query) => void (owner === null ? query.whereNull('company_id') : query.where('company_id', owner)))
    .select('id', 'shortname', 'sector', 'type', 'status')
    .first()
  if (!course) throw notFound()
  return course
}
