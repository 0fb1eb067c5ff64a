import { signedIn } from '../contract/access.js'
import { conflict, forbidden, notFound } from '../contract/errors.js'
import type { BulkActionDefinition, ListedRow } from '../contract/lists.js'
import type { TaskView } from '../contract/tasks.js'
import type { Session } from '../tenancy/session.js'
import { type TaskRun, defineTask } from '../work/task.js'
import { startTask } from '../work/task_store.js'
import { type ListDefinition, inReach } from './define_list.js'
import { listNamed, queryOf } from './export.js'
import { actionsOf } from './list_extensions.js'
import { requestOf } from './list_page.js'

const BATCH = 200

/** Which rows of a list are meant. */
export type Selection =
  | { ids: number[] }
  /** Everything that this query finds when it runs, but for some; `count` is what the person saw. */
  | { query: string; except: number[]; count: number }

interface ActOrder {
  list: string
  action: string
  selection: Selection
  /** What the action asked for; held against its validator when it is started. */
  input?: object
}

function actionNamed(list: ListDefinition<object>, name: string, session: Session): BulkActionDefinition {
  const action = actionsOf(list, session).find((candidate) => candidate.name === name)
  if (action) return action
  throw list.actions?.some((candidate) => candidate.name === name) ? forbidden() : notFound()
}

type Found = { rows: ListedRow[]; missing: number[] }

/** The rows of a selection past an id, in order of their ids. */
async function nextRows(list: ListDefinition<object>, session: Session, selection: Selection, past: number): Promise<Found> {
  if ('ids' in selection) {
    const wanted = selection.ids.filter((id) => id > past).slice(0, BATCH)
    const rows = wanted.length ? await list.source.ids({}, past, BATCH, wanted) : []
    const found = new Set(rows.map(({ id }) => id))
    return { rows, missing: wanted.filter((id) => !found.has(id)) }
  }
  const request = await requestOf(list, session, queryOf(selection.query))
  return { rows: await list.source.ids(request, past, BATCH), missing: [] }
}

/** Does a bulk action of a list, row by row. */
export const actTask = defineTask<ActOrder, { past: number }>({
  name: 'core.lists.act',
  label: 'core.tasks.act',
  // Held against the list's and the action's own rules, when it is started and when it runs.
  access: signedIn,
  run: async (task) => {
    const { session, payload } = task
    const list = listNamed(payload.list, session)
    const action = actionNamed(list, payload.action, session)
    const { selection } = payload
    await inReach(list, session, payload.action, async () => {
      await task.expect('ids' in selection ? selection.ids.length : selection.count)
      await actOnAll(task, list, action)
    })
  },
  rowNames: async (keys, owner, payload) => {
    const list = listNamed(payload.list, owner)
    if (!list.namesOf) return new Map()
    const names = await inReach(list, owner, 'names', () => list.namesOf!(keys.map(Number)))
    return new Map([...names].map(([id, name]) => [String(id), name]))
  },
})

async function actOnAll(
  task: TaskRun<ActOrder, { past: number }>,
  list: ListDefinition<object>,
  action: BulkActionDefinition,
): Promise<void> {
  const { session, payload } = task
  const except = new Set('ids' in payload.selection ? [] : payload.selection.except)
  let past = task.cursor?.past ?? 0
  for (;;) {
    const { rows, missing } = await nextRows(list, session, payload.selection, past)
    for (const id of missing) {
      await task.row(String(id), () => Promise.reject(notFound()))
    }
    for (const { id, companyId } of rows) {
      if (!except.has(id)) await task.row(String(id), (trx) => action.run({ id, trx, session, input: payload.input } as never), companyId)
    }
    if (!rows.length && !missing.length) return
    past = Math.max(...rows.map(({ id }) => id), ...missing)
    await task.keep({ past })
  }
}

/**
 * Starts a bulk action on a selection.
 * @throws AppError 404 for an action that the list has not; 403; 422 on what it asks for; 409 selection_changed with the new `count` when the filter finds others by now
 */
export async function startAction(session: Session, { list: name, action: wanted, selection, input: given }: ActOrder): Promise<TaskView> {
  const list = listNamed(name, session)
  const action = actionNamed(list, wanted, session)
  const input = action.input && (await action.input.validate(given ?? {}))
  let meant = selection
  if ('ids' in selection) meant = { ids: [...new Set(selection.ids)].sort((a, b) => a - b) }
  else {
    const request = await requestOf(list, session, queryOf(selection.query))
    const found = await inReach(list, session, wanted, async () => {
      const all = await list.source.count(request)
      const kept = selection.except.length ? (await list.source.ids(request, 0, selection.except.length, selection.except)).length : 0
      return all - kept
    })
    if (found !== selection.count) throw conflict('selection_changed', { count: found })
  }
  return startTask(session, actTask, { list: name, action: wanted, selection: meant, ...(input && { input }) }, { subject: action.label })
}
