import type { MoveRules } from '../../contract/moves.js'

/** Rules for moving core's tables. The person, memberships, sessions, files and links have their own code. */
export const coreMoves: MoveRules = {
  tables: {
    core_users: 'stays',
    core_memberships: 'stays',
    core_sessions: 'ends',
    core_tokens: 'ends',
    core_second_factors: 'stays',
    core_recovery_codes: 'stays',
    core_passkeys: 'stays',
    core_audit_log: 'stays',
    core_mail_outbox: 'stays',
    core_mail_reports: 'stays',
    core_mail_text_versions: 'stays',
    core_files: 'stays',
    core_uploads: 'ends',
    core_tasks: 'stays',
    core_task_rows: 'stays',
    core_planned_tasks: 'stays',
    core_list_views: 'stays',
  },
}
