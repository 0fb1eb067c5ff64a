import type { HttpContext } from '@adonisjs/core/http'
import type { Readable } from 'node:stream'
import { signedIn } from '../contract/access.js'
import type { CellValue, ColumnKind } from '../contract/lists.js'
import type { TaskView } from '../contract/tasks.js'
import { forbidden, notFound } from '../contract/errors.js'
import { attach } from '../http/attachment.js'
import { translate } from '../i18n/catalogue.js'
import { pluginRegistry } from '../plugins/registry.js'
import type { Session } from '../tenancy/session.js'
import { defineTask } from '../tasks/task.js'
import { startTask } from '../tasks/task_store.js'
import { type ListColumn, type ListDefinition, type ListRequest, inReach } from './define_list.js'
import { extrasOf } from './list_extensions.js'
import { assertSameParts, knownParts, loadExtras } from './list_page.js'
import { type Chosen, assertCount, queryOf, requestOfChosen } from './selection.js'
import { FILE_TYPES, type FileFormat, spreadsheet } from './spreadsheet.js'

/** Up to this many rows the file is the response. Longer files are made by a task, so that nobody waits. */
const AT_ONCE = 1000

interface ExportOrder {
  list: string
  /** The list's query string. */
  query: string
  format: FileFormat
  /** The parts of the query that the list knew when the task was requested. */
  parts?: string[]
  /** Rows that were selected one by one, or excluded from everything. */
  ids?: number[]
  except?: number[]
}

/** A declared list. @throws AppError 404 when it is gone or its plugin is off for this person; 403 */
export function listNamed(name: string, session: Session): ListDefinition<object> {
  const registry = pluginRegistry()
  const found = registry.lists.find((list) => list.name === name)
  if (!found || !registry.isOn(found.plugin, session.enabledPlugins)) throw notFound()
  if (!session.isAllowed(found.access)) throw forbidden()
  return found as unknown as ListDefinition<object>
}

interface Cell<Row> {
  header: string
  kind: ColumnKind
  of: (row: Row, extra: Record<string, CellValue>) => CellValue
}

/** The texts of a choice, and yes and no, in the reader's language. */
function inWords(
  lang: string,
  { kind, choices }: { kind: ColumnKind; choices?: Readonly<Record<string, string>> | undefined },
  value: CellValue,
) {
  if (kind === 'flag') return translate(lang, value ? 'core.table.yes' : 'core.table.no')
  const message = kind === 'choice' ? choices?.[String(value)] : undefined
  return message ? translate(lang, message) : value
}

/** Streams the rows of a list as a file. Runs in the scope of the list. @param onRows is called with the number of rows written */
async function fileOf(
  list: ListDefinition<object>,
  session: Session,
  { format, request }: { format: FileFormat; request: ListRequest },
  onRows: (rows: number) => Promise<void> = async () => {},
): Promise<{ stream: Readable; name: string }> {
  const lang = session.row.language
  const wanted = new Set(typeof request.columns === 'string' ? request.columns.split(',') : [])
  const extras = extrasOf(list.name, session).columns.filter(({ key }) => wanted.has(key))
  const own = list.columns.filter((column) => column.in !== 'screen')
  const cells: Cell<object>[] = [
    ...own.map((column: ListColumn<object>) => ({
      header: translate(lang, column.label),
      kind: column.kind,
      of: (row: object) => inWords(lang, column, column.value(row, lang)),
    })),
    ...((await list.columnsOf?.(request, lang)) ?? []).map(({ header, kind, value }) => ({
      header,
      kind,
      of: (row: object) => value(row),
    })),
    ...extras.map((column) => ({
      header: translate(lang, column.label),
      kind: column.kind,
      of: (_row: object, extra: Record<string, CellValue>) => inWords(lang, column, extra[column.key] ?? null),
    })),
  ]
  async function* batches() {
    for await (const rows of list.source.batches(request)) {
      const listed = rows.map((row) => ({ id: list.idOf(row), companyId: list.companyOf(row) }))
      const values = extras.length ? await loadExtras(extras, listed) : null
      yield rows.map((row, index) => cells.map(({ of }) => of(row, values?.get(listed[index]!.id) ?? {})))
      await onRows(rows.length)
    }
  }
  const title = translate(lang, list.title)
  return { stream: spreadsheet(format, title, cells, batches()), name: `${title.toLowerCase()}.${format}` }
}

/** Makes the file of a list that is too long to wait for. */
export const exportTask = defineTask<ExportOrder>({
  name: 'core.lists.export',
  label: 'core.tasks.export',
  again: true,
  // The list's access rule also covers its file. It is checked here and again when the task runs.
  access: signedIn,
  run: async (task) => {
    const { session, payload } = task
    const list = listNamed(payload.list, session)
    assertSameParts(list, session, { query: queryOf(payload.query), parts: payload.parts })
    const request = await requestOfChosen(list, session, payload.query, payload)
    await inReach(list, session, 'export', async () => {
      const total = await list.source.count(request)
      let done = 0
      const file = await fileOf(list, session, { format: payload.format, request }, (rows) =>
        task.progress((done += rows), Math.max(total, done)),
      )
      await task.file(file.stream, file.name, FILE_TYPES[payload.format])
    })
  },
})

/**
 * Sends a list as a file: directly when it is short, else by a task whose file appears in the tray.
 * @param chosen only these rows; null: everything that the query finds
 * @returns the task, or null when the file was sent
 * @throws AppError 409 selection_changed with the new `count`
 */
export async function exportList(
  ctx: HttpContext,
  { list: name, query, format }: Pick<ExportOrder, 'list' | 'query' | 'format'>,
  chosen: Chosen | null,
): Promise<TaskView | null> {
  const session = ctx.session!
  const list = listNamed(name, session)
  if (chosen) await assertCount(list, session, chosen, 'export')
  const rows = !chosen ? {} : 'ids' in chosen ? { ids: chosen.ids } : { except: chosen.except }
  const request = await requestOfChosen(list, session, query, rows)
  const file = await inReach(list, session, 'export', async () =>
    (await list.source.count(request)) > AT_ONCE ? null : await fileOf(list, session, { format, request }),
  )
  if (!file) {
    const parts = knownParts(list, session, queryOf(query))
    return startTask(session, exportTask, { list: name, query, format, parts, ...rows }, { subject: list.title })
  }
  attach(ctx, { name: file.name, type: FILE_TYPES[format] })
  ctx.response.stream(file.stream)
  return null
}
