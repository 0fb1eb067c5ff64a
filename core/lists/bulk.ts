import db from '@adonisjs/lucid/services/db'
import { signedIn } from '../contract/access.js'
import { conflict, forbidden, notFound } from '../contract/errors.js'
import type { BulkActionDefinition, ListedRow, RowDone } from '../contract/lists.js'
import type { TaskView } from '../contract/tasks.js'
import { pluginRegistry } from '../plugins/registry.js'
import { asSystem } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'
import { type TaskRun, type TypedTask, defineTask } from '../tasks/task.js'
import { startTask } from '../tasks/task_store.js'
import { type ActionRow, type ListDefinition, inReach } from './define_list.js'
import { listNamed } from './export.js'
import { actionsOf } from './list_extensions.js'
import { assertSameParts, knownParts, requestOf } from './list_page.js'
import { type Chosen, assertCount, queryOf } from './selection.js'

const BATCH = 200

/** The selected rows of a list. */
type Selection =
  | Chosen
  /** The rows that an earlier task of the same person changed, to undo it. */
  | { task: number }

interface ActOrder {
  list: string
  action: string
  selection: Selection
  /** The action's input, validated when it is started. */
  input?: object
}

/** The job's stored input. `back`: undo the action. */
type Order = ActOrder & { about?: string; back?: true }

/** A row of the list. When a task is undone: with the data that task stored. */
type MeantRow = ListedRow & { readonly kept?: object | null }

function actionNamed(list: ListDefinition<object>, name: string, session: Session): BulkActionDefinition {
  const action = actionsOf(list, session).find((candidate) => candidate.name === name)
  if (action) return action
  throw list.actions?.some((candidate) => candidate.name === name) ? forbidden() : notFound()
}

/** `last`: the last id of the batch, also when that row is not in the list any more. */
type Found = { rows: MeantRow[]; missing: number[]; last?: number | undefined }

/** The position of a run: by ascending ids, or by descending ids for an undo. */
type Cursor = { past: number } | { before: number }

/** The rows of a selection after an id, ordered by id. */
async function nextRows(list: ListDefinition<object>, session: Session, selection: Selection, cursor: Cursor | null): Promise<Found> {
  if ('task' in selection) return rowsOfTask(list, session, selection.task, cursor && 'before' in cursor ? cursor.before : null)
  const past = cursor && 'past' in cursor ? cursor.past : 0
  if ('ids' in selection) {
    const wanted = selection.ids.filter((id) => id > past).slice(0, BATCH)
    const rows = wanted.length ? await list.source.ids({}, past, BATCH, wanted) : []
    const found = new Set(rows.map(({ id }) => id))
    return { rows, missing: wanted.filter((id) => !found.has(id)) }
  }
  const request = await requestOf(list, session, queryOf(selection.query))
  return { rows: await list.source.ids(request, past, BATCH), missing: [] }
}

/** The rows that a task changed, before an id: newest first, because one change may build on another. Missing rows are no failure. */
async function rowsOfTask(list: ListDefinition<object>, session: Session, task: number, before: number | null): Promise<Found> {
  const read = () =>
    db
      .from('core_task_rows')
      .where('task_id', task)
      .whereNull('code')
      .whereRaw('(not unchanged or kept is not null)')
      .if(before !== null, (query) => void query.whereRaw('key::bigint < ?', [before!]))
      .orderByRaw('key::bigint desc')
      .limit(BATCH)
      .select(db.raw('key::bigint as id'), 'kept')
  const changed = (await (session.companyId ? read() : asSystem('lists.undo', read))) as { id: number | string; kept: object | null }[]
  const kept = new Map(changed.map((row) => [Number(row.id), row.kept]))
  const found = kept.size ? await list.source.ids({}, 0, BATCH, [...kept.keys()]) : []
  const there = new Map(found.map((row) => [row.id, row]))
  const rows = [...kept].flatMap(([id, of]) => (there.has(id) ? [{ ...there.get(id)!, kept: of }] : []))
  return { rows, missing: [], last: [...kept.keys()].at(-1) }
}

/** Runs a bulk action of a list, row by row. */
export const actTask: TypedTask<Order> = defineTask<Order, Cursor>({
  name: 'core.lists.act',
  label: 'core.tasks.act',
  again: true,
  about: ({ about = '' }) => about,
  // Check the list's and the action's access rules when it is started and again when it runs.
  access: signedIn,
  run: async (task) => {
    const { session, payload } = task
    const list = listNamed(payload.list, session)
    const action = actionNamed(list, payload.action, session)
    const { selection } = payload
    if ('query' in selection) assertSameParts(list, session, { query: queryOf(selection.query), parts: selection.parts })
    await inReach(list, session, payload.back ? `${payload.action}.undo` : payload.action, async () => {
      // The rows of the other task say how many it changed.
      if (!('task' in selection)) await task.expect('ids' in selection ? selection.ids.length : selection.count)
      await actOnAll(task, list, action)
    })
  },
  rowNames: async (keys, owner, payload) => {
    const list = listNamed(payload.list, owner)
    if (!list.namesOf) return new Map()
    const names = await inReach(list, owner, 'names', () => list.namesOf!(keys.map(Number)))
    return new Map([...names].map(([id, name]) => [String(id), name]))
  },
  undo: {
    // An undo cannot be undone: choose the rows again instead.
    can: ({ list, action, selection }: Order) => !('task' in selection) && undoOf(list, action) !== null,
    start: (session: Session, { id, payload }: { id: number; payload: Order }): Promise<TaskView> => {
      const { list: name, action, about, input } = payload
      const list = listNamed(name, session)
      const undo = undoOf(name, action)!
      const [done, label] =
        typeof undo === 'string'
          ? [undo, actionNamed(list, undo, session).label]
          : // A person who may no longer do the action may not undo it either.
            [actionNamed(list, action, session).name, undo.label]
      const order: Order = {
        ...{ list: name, action: done, selection: { task: id } },
        ...(about && { about }),
        ...(typeof undo !== 'string' && { back: true as const, ...(input && { input }) }),
      }
      return startTask(session, actTask, order, { subject: label, undoes: id })
    },
  },
})

/** Returns the undo of an action of the list or of another plugin, or null. Whether the plugin is on is checked later. Pure. */
function undoOf(list: string, action: string): NonNullable<BulkActionDefinition['undo']> | null {
  const { lists, listExtensions } = pluginRegistry()
  const own = lists.find((one) => one.name === list) as ListDefinition<object> | undefined
  const others = listExtensions.filter((extension) => extension.list === list).flatMap(({ actions = [] }) => actions)
  return [...(own?.actions ?? []), ...others].find(({ name }) => name === action)?.undo ?? null
}

/** Runs the action, or its undo, for one row. @throws AppError 409 not_undoable where no data was stored for the row */
function doneBy(action: BulkActionDefinition, { back }: Order): (row: MeantRow & ActionRow) => Promise<RowDone> {
  const { undo } = action
  if (!back) return (row) => action.run(row as never)
  if (typeof undo !== 'object') throw conflict('not_undoable')
  return async (row) => {
    if (!row.kept) throw conflict('not_undoable')
    return undo.run(row as never)
  }
}

async function actOnAll(task: TaskRun<Order, Cursor>, list: ListDefinition<object>, action: BulkActionDefinition): Promise<void> {
  const { session, payload } = task
  const act = doneBy(action, payload)
  const except = new Set('except' in payload.selection ? payload.selection.except : [])
  let { cursor } = task
  for (;;) {
    const { rows, missing, last } = await nextRows(list, session, payload.selection, cursor)
    for (const id of missing) {
      await task.row(String(id), () => Promise.reject(notFound()))
    }
    for (const row of rows) {
      if (except.has(row.id)) continue
      await task.row(String(row.id), (trx) => act({ ...row, trx, session, input: payload.input }), row.companyId)
    }
    // A whole batch of the other task's rows may be gone while more follow.
    if (!rows.length && !missing.length && last === undefined) return
    cursor = last === undefined ? { past: Math.max(...rows.map(({ id }) => id), ...missing) } : { before: last }
    await task.keep(cursor)
  }
}

/**
 * Starts a bulk action on a selection.
 * @throws AppError 404 for an unknown action; 403; 422 on its input; 409 selection_changed with the new `count` when the filter now finds
 * other rows
 */
export async function startAction(
  session: Session,
  { list: name, action: wanted, selection, input: given }: ActOrder & { selection: Chosen },
): Promise<TaskView> {
  const list = listNamed(name, session)
  const action = actionNamed(list, wanted, session)
  const input = action.input && (await action.input.validate(given ?? {}))
  await assertCount(list, session, selection, wanted)
  const meant = 'ids' in selection ? selection : { ...selection, parts: knownParts(list, session, queryOf(selection.query)) }
  const about = input && (await action.about?.(input as never, session as never))
  const order: Order = { list: name, action: wanted, selection: meant, ...(input && { input }), ...(about && { about }) }
  return startTask(session, actTask, order, { subject: action.label })
}
