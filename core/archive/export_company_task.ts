import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import db from '@adonisjs/lucid/services/db'
import { AppError, notFound } from '../contract/errors.js'
import { can } from '../contract/access.js'
import type { TaskView } from '../contract/tasks.js'
import { stagingFolder } from '../files/staging.js'
import { today } from '../i18n/days.js'
import { acrossCompanies } from '../tenancy/across.js'
import type { Session } from '../tenancy/session.js'
import { defineTask } from '../tasks/task.js'
import { MAX_TASK_FILE } from '../tasks/task_file.js'
import { startTask } from '../tasks/task_store.js'
import { COMPANIES } from './archive_schema.js'
import { exportCompany } from './export_company.js'

export const EXPORT_COMPANY = 'core.companies.take_out'

/** One company as an archive, to download from the tray for a week. If it is larger than a task's file, use the operator's command. */
export const exportCompanyTask = defineTask<{ company: number; name: string }>({
  name: EXPORT_COMPANY,
  label: 'core.tasks.take_out',
  again: true,
  access: can(EXPORT_COMPANY),
  about: ({ name }) => name,
  run: async (task) => {
    const { company } = task.payload
    const path = join(await stagingFolder('tmp'), `${randomBytes(16).toString('hex')}.zip`)
    try {
      const { manifest } = await exportCompany(company, path, { onProgress: (done, total) => task.progress(done, total) })
      if ((await stat(path)).size > MAX_TASK_FILE) throw new AppError(422, 'archive_too_large')
      await task.file(createReadStream(path), `${manifest.company.login_id}-${today()}.zip`, 'application/zip')
    } finally {
      await rm(path, { force: true })
    }
  },
})

/** Starts exporting one company, for an admin. Audited. @throws AppError 404; as `startTask` */
export async function startCompanyExport(session: Session, id: string): Promise<TaskView> {
  const order = await acrossCompanies(session, 'companies.take_out', async () => {
    const row: { id: number; name: string } | null = await db.from(COMPANIES).where({ id }).select('id', 'name').first()
    if (!row) throw notFound()
    const note = { user_id: session.userId, company_id: row.id, action: 'take_out_company', reason: 'companies.take_out' }
    await db.table('core_audit_log').insert(note)
    return { company: row.id, name: row.name }
  })
  return startTask(session, exportCompanyTask, order)
}
