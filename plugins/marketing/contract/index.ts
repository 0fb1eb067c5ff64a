import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { listToken } from '#core/contract/lists'
import { defineService } from '#core/contract/services'

/** The sources of leads. Texts: `marketing.lead.source.<source>`. */
export const LEAD_SOURCES = ['catalogue', 'waiting_list', 'landing_page', 'mailbox'] as const
export type LeadSource = (typeof LEAD_SOURCES)[number]

/** A person who left their details. Texts are as they typed them: never use them as a greeting in a mail. */
export interface SubmittedLead {
  source: Exclude<LeadSource, 'mailbox'>
  /** The name of the course or the page. */
  subject: string
  name: string
  email: string
  phone?: string
  organisation?: string
  message?: string
  /** The language of the form. */
  language: string
  /** The text that they agreed to, as the form showed it. */
  words: string
}

/** A person who wrote a mail. */
export interface MailedLead {
  email: string
  name: string
  /** The subject of the mail. */
  subject: string
  /** The beginning of the mail. */
  message: string
  /** The language of the admin who read the mail. */
  language: string
}

export interface LeadsService {
  /**
   * In the scope of a company, or of a public site: adds somebody who agreed to be contacted to the leads of the platform's admins. The same
   * details twice are one lead. Reads nothing.
   * @param trx the transaction in which the person left their details
   */
  submit(trx: TransactionClientContract, lead: SubmittedLead): Promise<void>
  /**
   * Adds somebody who wrote to the platform, without consent: they may only be answered. A person who is a lead by a mail already stays so.
   * @param trx across companies
   */
  fromMailbox(trx: TransactionClientContract, lead: MailedLead): Promise<'unchanged' | undefined>
}
export const leadsService = defineService<LeadsService>('marketing.leads')

/** The page on which a visitor leaves their details. @param page the name of the landing page */
export const interestPath = (page: string): string => `/interesse?page=${page}`

/** The rows of /tools/marketing/leads. */
export const leadsList = listToken('marketing.leads')
