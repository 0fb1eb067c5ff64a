import { useQueryClient } from '@tanstack/react-query'
import { createElement, useCallback, useMemo, type ReactNode } from 'react'
import type { ColumnView, ListView } from '#core/contract/lists'
import type { TaskView } from '#core/contract/tasks'
import { request, requestFile, useApiQuery, useErrorText } from '#web/api'
import { loadMessages, useFormat, useT } from '#web/i18n'
import { useConfirm } from '../confirm.js'
import { RowNotes } from './RowNotes.js'
import type { Option } from '../form/choice_inputs.js'
import type { IconName } from '../icons/index.js'
import { useTaskStarted } from '../tasks/use_task_started.js'
import { useToast } from '../toasts/toast_queue.js'
import { downloadFile } from '../../boot/download_file.js'
import { tableSource } from './table_source.js'
import type { ListSelection, RowAction, SelectionAction, TableColumn, TableFilter } from './table_types.js'
import { useActionForm } from './use_action_form.js'
import { meantBy, useAgreed } from './use_agreed.js'
import { useColumns } from './use_columns.js'
import { useTableState } from './use_table_state.js'

type Plain = string | number | boolean | null | undefined
type Listed = { id: number } & { extra?: Readonly<Record<string, Plain>> }

/** The rendering of a column by a page, in addition to the definition of the list. */
export type ColumnLook<R> = Partial<Omit<TableColumn<R>, 'key' | 'label' | 'sortable' | 'render'>> & { render?: (row: R) => ReactNode }

export interface ListOptions<R> {
  /** A row's name, for confirmations. Pass the same function each time. */
  nameOf?: (row: R) => string
  /** The key under which the chosen columns are stored. */
  id: string
  /** Path of the rows; `/view`, `/export` and `/act` below it are the list's other routes. */
  path: string
  /** Plugin whose error texts are tried first. */
  part: string
  load: (query: Record<string, string | number>) => PromiseLike<{ data: R[]; meta: { total: number; more?: boolean } }>
  looks?: Readonly<Record<string, ColumnLook<R>>>
  /** Options of filters that only the page knows, such as companies; a filter without options is hidden. Undefined while loading. */
  choices?: Readonly<Record<string, readonly Option[] | undefined>>
  icons?: Readonly<Record<string, IconName>>
  /** Filters that define the page, such as its project: they cannot be changed and are not in the address. */
  fixed?: Readonly<Record<string, string | number>>
  /** Columns and filters that have the same value for every row of this page and are left out. Pass the same list each time. */
  same?: readonly string[]
  /** Milliseconds until the rows are reloaded, while the page is visible. */
  again?: number
}

const filterText = ({ page: _page, per_page: _size, ...rest }: Readonly<Record<string, string | number>>) =>
  new URLSearchParams(Object.entries(rest).map(([key, value]) => [key, String(value)])).toString()

/** The cursor of a page, when the page before or after it is in memory: then the server need not skip rows by an offset. */
function edgeOf<R extends Listed>(page: number, rowsOf: (page: number) => R[] | undefined): Record<string, number> {
  const after = rowsOf(page - 1)?.at(-1)?.id
  if (after) return { after }
  const before = rowsOf(page + 1)?.[0]?.id
  return before ? { before } : {}
}

const without = (view: ListView, same: readonly string[]): ListView => ({
  ...view,
  columns: view.columns.filter(({ key }) => !same.includes(key)),
  filters: view.filters.filter(({ key }) => !same.includes(key)),
})

/** Up to this many rows a confirmation lists their names. */
const MOST_NAMES = 3

const RIGID: ReadonlySet<string> = new Set(['day', 'moment', 'number', 'flag'])

function useColumnsOf<R extends Listed>(view: ListView | undefined, looks: ListOptions<R>['looks']): TableColumn<R>[] {
  const t = useT()
  const format = useFormat()
  return useMemo(() => {
    const inWords = ({ kind, choices }: ColumnView, value: Plain): string | number | null => {
      if (value === null || value === undefined) return null
      if (kind === 'flag') return t(value ? 'core.table.yes' : 'core.table.no')
      if (kind === 'choice') return choices?.[String(value)] ? t(choices[String(value)]!) : String(value)
      if (kind === 'day') return format.date(String(value))
      if (kind === 'moment') return format.dateTime(String(value))
      return typeof value === 'boolean' ? String(value) : value
    }
    const notes = (view?.columns ?? []).filter(({ note }) => note)
    // What other plugins note about a row is shown with its state.
    const withNotes = (look: ColumnLook<R> | undefined): ColumnLook<R> | undefined =>
      look?.card === 'badge' && notes.length
        ? { ...look, render: (row) => createElement(RowNotes, { notes, extra: row.extra }, look.render?.(row)) }
        : look
    return (view?.columns ?? []).map((column) => {
      const value = (row: R) =>
        inWords(column, column.extra ? row.extra?.[column.key] : (row as unknown as Record<string, Plain>)[column.key])
      const second = (row: R) => (value(row) === null ? null : t(column.short!, { value: value(row)! }))
      return {
        key: column.key,
        label: t(column.label),
        sortable: column.sortable,
        hidden: !column.visible,
        value,
        ...(column.short && { second }),
        ...(column.kind === 'number' && { align: 'right' as const, flex: 0.6, minWidth: 100 }),
        ...((RIGID.has(column.kind) || looks?.[column.key]?.card === 'badge') && { rigid: true }),
        ...withNotes(looks?.[column.key]),
      }
    })
  }, [view, looks, t, format])
}

function useSelectionActions(
  view: ListView | undefined,
  { path, part, icons = {} }: Pick<ListOptions<never>, 'path' | 'part' | 'icons'>,
  filter: string,
  ask: ReturnType<typeof useActionForm>['ask'],
  namesOf: (selection: ListSelection) => string | null,
): SelectionAction[] {
  const t = useT()
  const confirm = useConfirm()
  const agreed = useAgreed()
  const started = useTaskStarted()
  const toast = useToast()
  const { ofError } = useErrorText()
  return useMemo(() => {
    return (view?.actions ?? []).map(({ name, label, confirm: question, destructive, asks }) => {
      const run = async (selection: ListSelection, seen: number, input?: object): Promise<boolean> => {
        const start = async (count: number) => {
          const body = { action: name, ...meantBy({ selection, count }, filter), ...(input && { input }) }
          started((await request<{ data: TaskView }>(`${path}/act`, { method: 'POST', body })).data)
        }
        return (await agreed(start, seen, destructive)) !== null
      }
      return {
        ...{ name, label: t(label), icon: icons[name] ?? ('tasks' as const), destructive },
        onRun: async (selection: ListSelection, count: number) => {
          if (asks) return ask(name, { count, meant: meantBy({ selection, count }, filter) }, (input) => run(selection, count, input))
          const names = namesOf(selection)
          const action = t(label)
          // The verb is lower case, because it follows the names within the sentence.
          const verb = action.charAt(0).toLowerCase() + action.slice(1)
          const title = names ? t('core.table.confirm_named', { verb, names }) : `${action}?`
          if (!(await confirm({ title, text: t(question, { count }), confirmLabel: action, destructive }))) return false
          try {
            return await run(selection, count)
          } catch (error) {
            toast.error(ofError(error, part))
            return false
          }
        },
      }
    })
  }, [view, path, part, icons, filter, t, confirm, agreed, ask, namesOf, started, toast, ofError])
}

/**
 * A list as its definition on the server describes it (`defineList`): columns, filters, bulk actions and export, including those that other
 * plugins add. `<DataTable {...list.table} rowId={…} empty={…} />`; define `looks`, `choices` and `icons` once, outside the component or
 * memoized.
 */
export function useList<R extends Listed>({ id, path, part, load, looks, choices, icons, fixed, same, again, nameOf }: ListOptions<R>) {
  const t = useT()
  const toast = useToast()
  const agreed = useAgreed()
  const started = useTaskStarted()
  const { ofError } = useErrorText()
  const described = useApiQuery(
    [part, 'view', path],
    async () => {
      const { data } = await request<{ data: ListView }>(`${path}/view`)
      // Loads the messages of other plugins for their columns.
      const labels = [...data.columns, ...data.filters, ...data.actions].map(({ label }) => label.split('.')[0]!)
      await loadMessages(...labels)
      return data
    },
    { staleTime: Infinity },
  )
  const view = useMemo(() => described.data && (same ? without(described.data, same) : described.data), [described.data, same])
  const columns = useColumnsOf(view, looks)
  const shown = useColumns(id, columns)
  const state = useTableState({
    filters: (view?.filters ?? []).map(({ key }) => key).filter((key) => !fixed || !(key in fixed)),
    ...(view && { sortable: view.columns.filter(({ sortable }) => sortable).map(({ key }) => key) }),
  })
  const extra = (view?.columns ?? [])
    .filter((column) => column.extra && (column.note || shown.visible.some(({ key }) => key === column.key)))
    .map(({ key }) => key)
  const query: Record<string, string | number> = { ...state.query, ...fixed, ...(extra.length && { columns: extra.join(',') }) }
  const client = useQueryClient()
  const keyOf = (page: number | string | undefined) => [part, 'list', path, { ...query, page }]
  const partOf = (page: number) => ({
    key: keyOf(page),
    load: () => load({ ...query, page, ...edgeOf(page, (beside) => client.getQueryData<{ data: R[] }>(keyOf(beside))?.data) }),
  })
  const own = partOf(Number(query.page))
  const list = useApiQuery(own.key, own.load, { keepPrevious: true, enabled: view !== undefined, ...(again && { again: () => again }) })
  const filter = filterText(query)
  const { ask, form } = useActionForm()
  const rows = list.data?.data
  const namesOf = useCallback(
    (selection: ListSelection) => {
      if (!nameOf || selection.kind !== 'some' || selection.ids.size > MOST_NAMES) return null
      const meant = rows?.filter(({ id: one }) => selection.ids.has(one)) ?? []
      return meant.length === selection.ids.size ? meant.map(nameOf).join(', ') : null
    },
    [nameOf, rows],
  )
  const selectionActions = useSelectionActions(view, { path, part, ...(icons && { icons }) }, filter, ask, namesOf)

  // Shown all at once, because the content below would move with each filter that arrives.
  const known = view && Object.values(choices ?? {}).every((options) => options !== undefined) ? view.filters : null
  const filters =
    known?.flatMap(({ key, label, kind, several, when, choices: words, options: told }): TableFilter[] => {
      if (kind === 'days') return [{ key, label: t(label), kind, options: [], ...(when && { when }) }]
      const options = words ? Object.entries(words).map(([value, message]) => ({ value, label: t(message) })) : (told ?? choices?.[key])
      return options?.length ? [{ key, label: t(label), several, options }] : []
    }) ?? null
  const onExport = async (format: 'csv' | 'xlsx', chosen?: { selection: ListSelection; count: number }) => {
    const make = (count: number) =>
      requestFile<{ data: TaskView }>(`${path}/export`, { format, ...(chosen ? meantBy({ ...chosen, count }, filter) : { filter }) })
    try {
      const got = await agreed(make, chosen?.count ?? 0)
      if (!got) return
      if ('file' in got.done) downloadFile(got.done.name, got.done.file)
      else started(got.done.answer.data)
    } catch (error) {
      toast.error(ofError(error, part))
    }
  }
  const source = tableSource(list, state)
  /** Bulk actions for one row: a page adds those that fit to the row's menu (`rowActions`). */
  const actOn = (id: number, name: string): RowAction[] =>
    selectionActions
      .filter((action) => action.name === name)
      .map(({ label, icon, destructive, onRun }) => ({
        label,
        icon,
        destructive,
        onRun: () => onRun({ kind: 'some', ids: new Set([id]) }, 1),
      }))
  return {
    rows: list.data?.data,
    actOn,
    /** The chosen rows in the server's format (`chosenFields` of the kit), for a page's own action. */
    meant: (selection: ListSelection, count: number): object => meantBy({ selection, count }, filter),
    /** Reads another page of the list, for `useApiParts`. */
    partOf,
    table: {
      ...source,
      ...{ id, part, columns, shown, filters, selectionActions, onExport, form, list: view?.name },
      error: described.error ?? source.error,
      onRetry: () => void (described.error ? described.refetch() : list.refetch()),
    },
  }
}
