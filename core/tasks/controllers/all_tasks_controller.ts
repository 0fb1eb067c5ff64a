import type { HttpContext } from '@adonisjs/core/http'
import type { TaskView } from '../../contract/tasks.js'
import { listPage } from '../../lists/list_page.js'
import { runAnyAgain } from '../run_again.js'
import { type ListedTask, taskList } from '../task_list.js'
import { toTaskView } from '../task_store.js'

/** One line of the list: a task, its owner and their company. */
export type AnyTask = TaskView & Pick<ListedTask, 'person' | 'email' | 'company' | 'reason'>

// The undo and the file belong to the owner.
const toAnyTask = (row: ListedTask): AnyTask => ({
  ...{ ...toTaskView(row), undoable: false, file: null },
  ...{ person: row.person, email: row.email, company: row.company, reason: row.reason },
})

/** Everybody's tasks, for admins. */
export default class AllTasksController {
  async index(ctx: HttpContext) {
    return listPage(taskList, ctx, toAnyTask)
  }

  async runAgain({ params, session }: HttpContext) {
    await runAnyAgain(session!, String(params.id))
    return { status: 'good' as const }
  }
}
