import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import db from '@adonisjs/lucid/services/db'
import { can } from '../contract/access.js'
import { TASK_STATES, type TaskState } from '../contract/tasks.js'
import { defineList } from '../lists/define_list.js'
import { querySource } from '../lists/query_source.js'
import type { TaskRecord } from './task_store.js'

export interface ListedTask extends TaskRecord {
  /** The owner. */
  person: string | null
  email: string | null
  /** Null for an admin, who has no company. */
  company: string | null
}

const STATES = Object.fromEntries(TASK_STATES.map((state) => [state, `core.status.task.${state}`])) as Record<TaskState, string>

const NAME = `core_full_name(u.firstname, u.infix, u.lastname)`

/** /tools/jobs?tab=tasks: the tasks that people started in the last month, of every company. */
export const taskList = defineList({
  name: 'core.jobs.tasks',
  title: 'core.jobs.tasks.title',
  access: can('core.jobs.manage'),
  reach: 'admins',
  columns: [
    // The text is built in the reader's language: the label, its subject and the owner.
    { key: 'name', kind: 'text', label: 'core.jobs.column.name', value: (row: ListedTask) => row.name, sortable: true },
    { key: 'state', kind: 'choice', label: 'core.jobs.tasks.column.state', value: (row) => row.state, choices: STATES, sortable: true },
    { key: 'code', kind: 'text', label: 'core.jobs.tasks.column.stand', value: (row) => row.reason ?? row.code },
    { key: 'person', kind: 'text', label: 'core.jobs.tasks.column.person', value: (row) => row.person ?? row.email, sortable: true },
    { key: 'company', kind: 'text', label: 'core.jobs.column.company', value: (row) => row.company, sortable: true },
    { key: 'done', kind: 'number', label: 'core.jobs.tasks.column.done', value: (row) => row.done, in: 'file' },
    { key: 'total', kind: 'number', label: 'core.jobs.tasks.column.total', value: (row) => row.total, in: 'file' },
    { key: 'failed', kind: 'number', label: 'core.jobs.tasks.column.failed', value: (row) => row.failed, in: 'file' },
    { key: 'created_at', kind: 'moment', label: 'core.jobs.tasks.column.created_at', value: (row) => row.created_at, sortable: true },
    {
      ...{ key: 'finished_at', kind: 'moment', label: 'core.jobs.tasks.column.finished_at', sortable: true, visible: false },
      value: (row) => row.finished_at,
    },
  ],
  filters: {
    state: { kind: 'choice', label: 'core.jobs.tasks.column.state', choices: STATES },
    created: { kind: 'days', label: 'core.jobs.tasks.column.created_at', column: 't.created_at', of: 'moment' },
  },
  source: querySource<ListedTask, 'name' | 'state' | 'person' | 'company' | 'created_at' | 'finished_at'>(
    () =>
      db
        .from('core_tasks as t')
        .join('core_users as u', 'u.id', 't.user_id')
        .leftJoin('core_companies as c', 'c.id', 't.company_id')
        .select('t.*', 'c.name as company')
        .select(db.raw(`${NAME} as person, core_mailbox(u.email) as email`)) as DatabaseQueryBuilderContract<ListedTask>,
    (query, list) => {
      if (list.state) query.whereIn('t.state', list.state as string[])
    },
    {
      sort: {
        name: 't.name',
        state: 't.state',
        person: `coalesce(nullif(core_sort_name(u.firstname, u.infix, u.lastname), ''), core_mailbox(u.email))`,
        company: 'search_key(c.name)',
        // In the order of the requested ids.
        created_at: 't.id',
        finished_at: 't.finished_at',
      },
      defaultSort: '-created_at',
      search: `search_key(concat_ws(' ', core_full_name(u.firstname, u.infix, u.lastname), core_mailbox(u.email), c.name, t.name))`,
      id: 't.id',
      companyId: 't.company_id',
    },
  ),
  idOf: (row) => row.id,
  companyOf: (row) => row.company_id ?? 0,
})
