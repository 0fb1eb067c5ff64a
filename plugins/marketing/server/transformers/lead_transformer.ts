import type { LeadSource } from '../../contract/index.js'
import type { LeadState } from '../../states.js'
import type { LeadWithOwner, showLead } from '../services/leads.js'

/** A row of the list. */
export interface Lead {
  id: number
  name: string
  email: string
  phone: string
  organisation: string
  source: LeadSource
  subject: string
  state: LeadState
  owner: string
  next_step: string
  next_on: string | null
  created_at: string
  company: string | null
  consent_at: string | null
}

/** A lead in its panel. */
export interface LeadDetail extends Lead {
  owner_id: number | null
  message: string
  consent_words: string | null
  /** The address has an account by now. */
  has_account: boolean
  /** The address wants no more mails about courses. */
  unsubscribed: boolean
  updated_at: string
}

export const toLead = (row: LeadWithOwner): Lead => ({
  ...{ id: Number(row.id), name: row.name, email: row.email, phone: row.phone, organisation: row.organisation },
  ...{ source: row.source, subject: row.subject, state: row.state, owner: row.owner, next_step: row.next_step, next_on: row.next_on },
  ...{ created_at: row.created_at.toISOString(), company: row.company, consent_at: row.consent_at?.toISOString() ?? null },
})

export const toLeadDetail = ({ row, hasAccount, unsubscribed }: Awaited<ReturnType<typeof showLead>>): LeadDetail => ({
  ...toLead(row),
  ...{ owner_id: row.owner_id === null ? null : Number(row.owner_id), message: row.message, consent_words: row.consent_words },
  ...{ has_account: hasAccount, unsubscribed, updated_at: row.version },
})
