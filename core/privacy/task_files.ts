import db from '@adonisjs/lucid/services/db'
import { pluginRegistry } from '../plugins/registry.js'
import { asSystem } from '../tenancy/scope.js'
import { removeTaskFile } from '../tasks/task_file.js'
import { FILE_ERASED } from '../tasks/task_store.js'

/**
 * Deletes the files of tasks that may name a person of the company: lists and archives that colleagues or admins made and have not
 * downloaded. The task tells its owner why, and can be run again, without the person. Files of several companies that an admin made are deleted too.
 */
export async function removeTaskFilesOf(companyId: number): Promise<void> {
  const own = pluginRegistry()
    .tasks.filter(({ fileIsOwn }) => fileIsOwn)
    .map(({ name }) => name)
  const theirs = `not name = any(?) and (company_id = ? or (company_id is null and coalesce(payload->>'company', ?) = ?))`
  const values = [own as never, companyId, String(companyId), String(companyId)]
  const files: { id: number; file_key: string }[] = await asSystem('privacy.task_files', async () => {
    // A running task may have read the person's data: its file is deleted as soon as it ends (TaskRunner.finish).
    await db.rawQuery(`update core_tasks set code = ? where state = 'running' and ${theirs}`, [FILE_ERASED, ...values])
    return (await db.rawQuery(`select id, file_key from core_tasks where file_key is not null and ${theirs}`, values)).rows
  })
  for (const { id, file_key: key } of files) {
    // Content first: where the disk is away the row still names it, and the erasure is tried again.
    await removeTaskFile(key)
    await asSystem('privacy.task_files', () =>
      db.from('core_tasks').where({ id, file_key: key }).update({ file_key: null, code: FILE_ERASED }),
    )
  }
}
