import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import db from '@adonisjs/lucid/services/db'
import { can } from '../contract/access.js'
import { ADMIN_ROLES } from '../contract/roles.js'
import { messageText } from '../i18n/catalogue.js'
import { defineList } from '../lists/define_list.js'
import { querySource } from '../lists/query_source.js'

/** One entry of the audit log. */
export interface AuditRow {
  id: number
  action: string
  reason: string
  details: Record<string, unknown>
  created_at: Date
  company_id: number | null
  company: string | null
  /** Who did it; null for the platform itself or somebody who was erased. */
  person: string | null
  email: string | null
  /** Their admin role; null for others. */
  role: string | null
}

const ENTRIES = [
  'across_companies',
  'erase_person',
  'member.details',
  'member.skills',
  'member.work',
  'open_mail',
  'registration_fields.saved',
] as const
const MORE = ['second_factor.reset', 'settings_changed', 'company_changed', 'on_behalf', 'task_run_again'] as const
const MEMBERS = [
  'member.added',
  'member.access',
  'member.address',
  'member.code',
  'member.merged',
  'member.moved_away',
  'member.moved_here',
  'member.password_reset',
] as const
const INVITATIONS = ['invitation.again', 'invitation.withdraw', 'membership.active', 'membership.inactive'] as const
const ARCHIVES = ['take_out_company', 'restore_company'] as const
const VISITS = ['visit_started', 'visit_may_change', 'visit_change', 'visit_ended'] as const
/** The kinds of entry that have a filter; others are shown by name. */
const ACTIONS = Object.fromEntries(
  [...ENTRIES, ...MORE, ...MEMBERS, ...INVITATIONS, ...ARCHIVES, ...VISITS].map((action) => [
    action,
    `core.audit.action.${action.replaceAll('.', '_')}`,
  ]),
)
/** The name of an action, by core or by the plugin that its code starts with; of one without a name its code. */
function actionText(action: string, lang: string): string {
  const [plugin, ...rest] = action.split('.')
  const own = () => messageText(lang, `${plugin}.audit.${rest.join('_')}`)
  return messageText(lang, `core.audit.action.${action.replaceAll('.', '_')}`) ?? own() ?? action
}

/** Where it happened: the part of the platform, by the first word of the code. */
function areaText(reason: string, lang: string): string {
  const area = reason.split('.', 1)[0]!
  return messageText(lang, `core.audit.area.${area}`) ?? messageText(lang, `${area}.settings.about`) ?? area
}

const PERIODS = Object.fromEntries(['1', '7', '30', '365'].map((days) => [days, `core.audit.period.${days}`]))

/** A mini admin has the same rights as an admin, but is listed separately. */
const ROLES = Object.fromEntries(ADMIN_ROLES.map((role) => [role, `core.roles.${role}`]))

const NAME = `core_full_name(u.firstname, u.infix, u.lastname)`

/** /tools/audit: who accessed data across companies, changed or erased something, and when. */
export const auditList = defineList({
  name: 'core.audit',
  title: 'core.audit.title',
  access: can('core.audit.view'),
  reach: 'admins',
  columns: [
    { key: 'created_at', kind: 'moment', label: 'core.audit.column.created_at', value: (row: AuditRow) => row.created_at, sortable: true },
    { key: 'person', kind: 'text', label: 'core.audit.column.person', value: (row) => row.person, sortable: true },
    { key: 'email', kind: 'text', label: 'core.audit.column.email', value: (row) => row.email, visible: false },
    { key: 'role', kind: 'choice', label: 'core.audit.column.role', value: (row) => row.role, choices: ROLES, visible: false },
    {
      key: 'action',
      kind: 'text',
      label: 'core.audit.column.action',
      value: ({ action }, lang) => actionText(action, lang),
      sortable: true,
    },
    { key: 'area', kind: 'text', label: 'core.audit.column.reason', value: ({ reason }, lang) => areaText(reason, lang) },
    { key: 'reason', kind: 'text', label: 'core.audit.column.code', value: (row) => row.reason, sortable: true, visible: false },
    { key: 'company', kind: 'text', label: 'core.audit.column.company', value: (row) => row.company, sortable: true },
    { key: 'details', kind: 'text', label: 'core.audit.column.details', value: (row) => detailsOf(row), visible: false },
  ],
  filters: {
    action: { kind: 'choice', label: 'core.audit.column.action', choices: ACTIONS },
    period: { kind: 'choice', label: 'core.audit.period', choices: PERIODS, one: true },
    company: { kind: 'id', label: 'core.audit.column.company' },
    person: { kind: 'id', label: 'core.audit.column.person' },
    log: { kind: 'flag', label: 'core.audit.log' },
  },
  source: querySource<AuditRow, 'created_at' | 'person' | 'action' | 'reason' | 'company'>(
    () =>
      db
        .from('core_audit_log as a')
        .leftJoin('core_users as u', 'u.id', 'a.user_id')
        .leftJoin('core_companies as c', 'c.id', 'a.company_id')
        .select('a.id', 'a.action', 'a.reason', 'a.details', 'a.created_at', 'a.company_id', 'c.name as company')
        .select(
          db.raw(`${NAME} as person, core_mailbox(u.email) as email, u.platform_role as role`),
        ) as DatabaseQueryBuilderContract<AuditRow>,
    (query, list) => {
      // Reading the log is logged too, and would always come first.
      if (!list.log) query.whereNot((own) => void own.where('a.action', 'across_companies').whereLike('a.reason', 'core.audit%'))
      if (list.action) query.whereIn('a.action', list.action as string[])
      if (list.period) query.whereRaw('a.created_at > now() - make_interval(days => ?)', [Number(list.period)])
      if (list.company) query.where('a.company_id', list.company as number)
      if (list.person) query.where('a.user_id', list.person as number)
    },
    {
      sort: {
        created_at: 'a.created_at',
        person: `core_sort_name(u.firstname, u.infix, u.lastname)`,
        action: 'a.action',
        reason: 'a.reason',
        company: 'search_key(c.name)',
      },
      defaultSort: '-created_at',
      search: `search_key(concat_ws(' ', core_full_name(u.firstname, u.infix, u.lastname), core_mailbox(u.email), a.action, a.reason, a.details::text))`,
      id: 'a.id',
      companyId: 'a.company_id',
    },
  ),
  idOf: (row) => row.id,
  companyOf: (row) => row.company_id ?? 0,
})

/** Plain facts as text: `membershipId: 5, from: closed`. Pure. */
export function detailsOf({ details }: Pick<AuditRow, 'details'>): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ')
}
