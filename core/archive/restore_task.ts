import { stat } from 'node:fs/promises'
import db from '@adonisjs/lucid/services/db'
import { can } from '../contract/access.js'
import { AppError, invalid } from '../contract/errors.js'
import type { TaskView } from '../contract/tasks.js'
import { checkLoginId } from '../companies/new_company.js'
import { acrossCompanies } from '../tenancy/across.js'
import type { Session } from '../tenancy/session.js'
import { asSystem } from '../tenancy/scope.js'
import { defineTask } from '../tasks/task.js'
import { startTask } from '../tasks/task_store.js'
import { COMPANIES } from './archive_schema.js'
import { restoreCompany } from './restore.js'
import { beginRestoring, deleteArchive, ownFingerprint, restoringPath } from './sent_archives.js'

export const RESTORE = 'core.companies.restore'

interface Payload {
  token: string
  loginId: string
}

/** Whether an earlier run of the same task restored it but ended before reporting that. */
const isRestored = (token: string) =>
  asSystem('archive.restore', async () =>
    Boolean(await db.from('core_audit_log').where('action', 'restore_company').whereRaw(`details->>'sent' = ?`, [token]).first()),
  )

/** Restores a company from an archive that an admin sent; all of it or nothing. */
export const restoreTask = defineTask<Payload>({
  name: RESTORE,
  label: 'core.tasks.restore',
  access: can(RESTORE),
  about: ({ loginId }) => loginId,
  run: async (task) => {
    const { token, loginId } = task.payload
    if (await isRestored(token)) return deleteArchive(token)
    const path = await restoringPath(token)
    if (!(await stat(path).catch(() => null))) throw new AppError(422, 'archive_gone')
    await restoreCompany(path, {
      ...{ loginId, fingerprint: await ownFingerprint(), userId: task.session.userId, sent: token },
      progress: (done, total) => task.progress(done, total),
    })
    await deleteArchive(token)
  },
  stopped: ({ token }) => deleteArchive(token),
})

/**
 * Starts restoring an archive that an admin sent and inspected. Audited with the restore itself.
 * @throws AppError 404; 422 at `login_id` (form, reserved, unique); as `startTask`
 */
export async function startRestoring(session: Session, { token, loginId }: Payload): Promise<TaskView> {
  await acrossCompanies(session, 'companies.restore', async () => {
    checkLoginId(loginId)
    if (await db.from(COMPANIES).where('login_id', loginId).first()) throw invalid('login_id', 'unique')
  })
  const putBack = await beginRestoring(session, token)
  try {
    return await startTask(session, restoreTask, { token, loginId })
  } catch (error) {
    // If the task cannot start, the admin need not send two gigabytes again.
    await putBack()
    throw error
  }
}
