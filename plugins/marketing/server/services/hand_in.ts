import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { notFound } from '#core/contract/errors'
import { textIn, translate } from '#core/kit/words'
import type { SubmittedLead, LeadSource, LeadsService } from '../../contract/index.js'

type NewLead = Required<Omit<SubmittedLead, 'source' | 'words'>> & { source: LeadSource; consent_words: string | null }

/** Adds a lead to the running company, or to the platform's own. */
const addLead = (trx: TransactionClientContract, lead: NewLead) => {
  // The database takes neither half a character nor a zero.
  const clean = (value: unknown) => (typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value)
  return trx.rawQuery('select marketing_hand_in(?::jsonb)', [JSON.stringify(lead, (_key, value: unknown) => clean(value))])
}

/** Receives leads from other plugins (contract). */
export const service: LeadsService = {
  async submit(trx, { phone = '', organisation = '', message = '', words, ...lead }) {
    // Somebody without an address cannot be written to.
    if (!lead.email) return
    await addLead(trx, { ...lead, phone, organisation, message, consent_words: words })
  },
  async fromMailbox(trx, lead) {
    const known = await trx
      .from('marketing_leads')
      .where('source', 'mailbox')
      .whereRaw('lower(email) = lower(?)', [lead.email])
      .select('id')
      .first()
    if (known) return 'unchanged'
    await addLead(trx, { ...lead, source: 'mailbox', phone: '', organisation: '', consent_words: null })
    return undefined
  },
}

/** The form of a visitor who leaves their details. */
export interface Interest {
  /** The course in the public catalogue. */
  course?: number | undefined
  /** The name of a landing page. */
  page?: string | undefined
  name: string
  email: string
  phone: string
  organisation: string
  message: string
  lang: string
}

/** Stores the details of a visitor, in the scope of a public site. @throws AppError 404 for a course that the site does not offer */
export async function leaveDetails({ course, page, lang, ...details }: Interest): Promise<void> {
  const source = course ? 'catalogue' : 'landing_page'
  const subject = course ? await courseName(course, lang) : page ? `/landingpage/${page}` : ''
  const words = translate(lang, 'marketing.interest.words')
  await db.transaction((trx) => service.submit(trx, { ...details, source, subject, language: lang, words }))
}

async function courseName(course: number, language: string): Promise<string> {
  const offer: { name: Record<string, string> } | null = await db
    .from('learning_offers')
    .where({ course_id: course, is_consumer_course: true })
    .select('name')
    .first()
  if (!offer) throw notFound()
  return textIn(offer.name, language)
}
