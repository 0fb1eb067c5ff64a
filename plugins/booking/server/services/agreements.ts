import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import db from '@adonisjs/lucid/services/db'
import { currentCompanyId, type Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { type ExamMoment, type ExamTerms, examsService } from '#plugins/exams/contract/index'
import type { BookingRow } from './store.js'

/** The terms of the exam's provider, in this person's language; null when there are none. */
export const termsOfMoment = async (
  { row }: Pick<Session, 'row'>,
  moment: Pick<ExamMoment, 'providerCompanyId'>,
): Promise<ExamTerms | null> => (await (await serviceOf(examsService))?.terms(moment, row.language)) ?? null

/** Whether exactly these terms were agreed to. */
export const isAgreed = ({ mark }: ExamTerms, agreed: string | null | undefined): boolean => mark === agreed

/** Stores who agreed to which terms, in the transaction of the change they are about. */
export async function storeAgreement(
  trx: TransactionClientContract,
  session: Session,
  booking: Pick<BookingRow, 'id'>,
  terms: ExamTerms | null,
): Promise<void> {
  if (!terms) return
  await trx.table('booking_agreements').insert({
    ...{ company_id: currentCompanyId(), booking_id: booking.id, membership_id: session.membershipId },
    ...{ provider: terms.provider, text: terms.text, language: terms.language, at: trx.raw('clock_timestamp()') },
  })
}

export interface AgreementRow {
  id: number
  at: Date
  provider: string
  text: string
  language: string
  firstname: string | null
  infix: string | null
  lastname: string | null
}

/** Newest first. */
export const agreementsOf = (booking: number): Promise<AgreementRow[]> =>
  db
    .from('booking_agreements as a')
    .leftJoin('kit_members as m', 'm.id', 'a.membership_id')
    .where('a.booking_id', booking)
    .orderBy('a.id', 'desc')
    .select('a.id', 'a.at', 'a.provider', 'a.text', 'a.language', 'm.firstname', 'm.infix', 'm.lastname')
