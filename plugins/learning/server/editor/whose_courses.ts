import { fullName } from '#core/contract/full_name'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { notFound } from '#core/contract/errors'
import type { ListSource } from '#core/kit/lists'
import { type Session, acrossCompanies, currentScopeCompany } from '#core/kit/scope'
import { settingsOf } from '#core/kit/settings'
import { learningSettings } from '../../settings.js'

/** The editing person and the owner of the courses: null = the platform. */
export interface Editor {
  owner: number | null
  /** Stored with a saved part as the person who saved it. */
  membershipId: number | null
  adminName: string | null
}

/**
 * Runs `fn` if this person may edit courses. An admin edits the platform's courses, audited and in the scope across companies. A supervisor
 * edits their company's own courses, in its scope, if the company's setting `own_courses` is on. Every query of an editor must filter by
 * `owner`: a company can also read the platform's courses, and an admin everybody's.
 * @param reason short, stable and in English
 * @throws AppError 404 when supervisors may not edit courses
 */
export async function asEditor<T>(session: Session, reason: string, fn: (editor: Editor) => Promise<T>): Promise<T> {
  if (session.isAdmin) {
    const adminName = fullName(session.row)
    return acrossCompanies(session, reason, () => fn({ owner: null, membershipId: null, adminName }))
  }
  if (!(await settingsOf(learningSettings)).own_courses) throw notFound()
  return fn({ owner: session.companyId, membershipId: session.membershipId, adminName: null })
}

/** The owner of the courses in a list of the editor, from the scope that the list opened: the company, else the platform. */
export const ownerInReach = (): number | null => currentScopeCompany()

/** Restricts a list of the editor: supervisors only get rows if their company lets them edit courses. @throws AppError 404 */
export function editorsOwn<Row>(source: ListSource<Row>): ListSource<Row> {
  const assertEdits = async () => {
    if (ownerInReach() !== null && !(await settingsOf(learningSettings)).own_courses) throw notFound()
  }
  return {
    ...source,
    // Disabled, so that it is requested as a page, which is checked.
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

/** A course that the editor owns. @throws AppError 404 for any other course, including the platform's */
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
