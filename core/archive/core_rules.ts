import type { ArchiveIds, ArchiveRules } from '../contract/archive.js'
import { pluginRegistry } from '../plugins/registry.js'

/** A list's query string: the values of its filters over people are ids. */
export function viewQuery(query: string, ids: ArchiveIds): string {
  const fields = new URLSearchParams(query)
  for (const { key, table } of pluginRegistry().peopleFilters) {
    const chosen = fields.get(key)?.split(',').map(Number)
    if (table && chosen?.every((id) => id > 0)) fields.set(key, chosen.map((id) => ids.of(table, id)).join(','))
  }
  return fields.toString()
}

/** A registration's answers are keyed by the id of their field. */
const answers = (given: Readonly<Record<string, unknown>>, ids: ArchiveIds) =>
  Object.fromEntries(
    Object.entries(given).map(([key, value]) => [
      /^[1-9]\d{0,14}$/.test(key) ? String(ids.of('core_registration_fields', Number(key))) : key,
      value,
    ]),
  )

const auditDetails = (details: Readonly<Record<string, unknown>>, ids: ArchiveIds) =>
  typeof details.membershipId === 'number' ? { ...details, membershipId: ids.of('core_memberships', details.membershipId) } : details

const UNDER_WAY = 'work that is under way ends where it began'
const SEALED = "is sealed with the platform's own key"

/** Rules for core's own tables that the database schema does not contain. */
export const coreArchiveRules: ArchiveRules = {
  references: { 'core_files.size': null },
  documents: {
    'core_audit_log.details': auditDetails,
    'core_company_settings.chosen': null,
    'core_list_views.query': viewQuery,
    'core_mail_outbox.attachments': null,
    // Keyed by an event's id, which elsewhere belongs to another event.
    'core_mail_outbox.dedupe_key': (key: string) => `restored:${key.replace(/^restored:/, '')}`,
    'core_memberships.extra_info': answers,
    'core_memberships.mail_choices': null,
    'core_registration_fields.label': null,
  },
  stableKeys: { core_files: null, core_mail_outbox: null, core_mail_texts: null },
  stays: {
    core_inbox: 'what other systems told this platform',
    core_sessions: 'people sign in again',
    core_tokens: 'links in mailboxes lead to the platform that sent them',
    core_passkeys: "a person's own second step, made for one site",
    core_second_factors: SEALED,
    core_recovery_codes: SEALED,
    core_uploads: UNDER_WAY,
    core_tasks: UNDER_WAY,
    core_task_rows: UNDER_WAY,
    core_outbox: UNDER_WAY,
    core_replays: 'begins anew where it is restored',
    core_file_removals: UNDER_WAY,
    core_name_words: 'is made of the names again',
    core_member_texts: 'is made of the names again',
    core_planned_tasks: "the platform's own",
    core_incidents: "the platform's own",
    core_rate_limits: "the platform's own",
    'core_mail_outbox.payload': 'was needed to write the mail',
    'core_mail_outbox.sealed': SEALED,
    'core_mail_outbox.claimed_at': UNDER_WAY,
  },
  only: {
    // Encrypted files stay here: only this platform has their keys.
    core_files: "t.stored_at is not null and t.content_type <> 'application/octet-stream'",
    // The platform where a mail is still unsent sends it.
    core_mail_outbox: "t.status not in ('waiting', 'sending', 'failed', 'held')",
    core_mail_reports:
      "exists (select 1 from core_mail_outbox o where o.id = t.mail_id and o.company_id = t.company_id and o.status not in ('waiting', 'sending', 'failed', 'held'))",
  },
}
