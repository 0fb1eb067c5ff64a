import type { HttpContext } from '@adonisjs/core/http'
import { taskRowsValidator } from '#core/tasks/validators'
import { notFound } from '../../contract/errors.js'
import { attach } from '../../http/attachment.js'
import { openTaskFile } from '../task_file.js'
import { runOwnAgain } from '../run_again.js'
import { cancelTask, ownTask, ownTasks, taskRows, toTaskView, undoTask } from '../task_store.js'

/** The caller's own tasks, for the tray of the shell. */
export default class TasksController {
  async index({ session }: HttpContext) {
    return { data: await ownTasks(session!) }
  }

  async show({ params, session }: HttpContext) {
    return { data: toTaskView(await ownTask(session!, String(params.id))) }
  }

  async cancel({ params, session }: HttpContext) {
    return { data: await cancelTask(session!, String(params.id)) }
  }

  /** Undoes a task with a second task. */
  async undo({ params, response, session }: HttpContext) {
    const data = await undoTask(session!, String(params.id))
    response.status(202)
    return { data }
  }

  /** Restarts a failed task. */
  async again({ params, response, session }: HttpContext) {
    const data = await runOwnAgain(session!, String(params.id))
    response.status(202)
    return { data }
  }

  async rows({ params, request, session }: HttpContext) {
    const { failed = false, from = 0 } = await request.validateUsing(taskRowsValidator)
    return taskRows(session!, String(params.id), { failed, from })
  }

  async file(ctx: HttpContext) {
    const task = await ownTask(ctx.session!, String(ctx.params.id))
    const content = task.state === 'done' && task.file_key ? await openTaskFile(task.file_key) : null
    if (!content) throw notFound()
    attach(ctx, { name: task.file_name!, type: task.file_type!, size: task.file_size! })
    return ctx.response.stream(content)
  }
}
