import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { notFound } from '#core/contract/errors'
import { inCompanyOfToken } from '#core/kit/scope'
import { type Signature, isSigned, publicKey, signFor } from '#core/kit/signing'
import { textIn } from '#core/kit/words'
import { ofRecording, type RecordingRow } from './recording_row.js'

const PURPOSE = 'proctoring.receipt'

/** The participant's receipt: the text exactly as it was signed, and the signature. */
export interface Receipt {
  text: string
  signature: Signature
}

/** Creates the receipt: the times of an attempt, the hash of its answers and of each recorded piece, signed by the platform. */
export async function makeReceipt(
  trx: TransactionClientContract,
  row: RecordingRow,
  submittedAt: Date,
  answersSha256: string,
): Promise<Receipt> {
  const pieces: { source: string; number: number; sha256: string }[] = await trx
    .from('proctoring_pieces')
    .where(ofRecording(row))
    .orderBy(['source', 'number'])
    .select('source', 'number', 'sha256')
  const facts = {
    provider: row.provider_name,
    course: textIn(row.course_name, row.language),
    quiz: textIn(row.quiz_title, row.language),
    attempt: row.attempt_id,
    started_at: row.started_at?.toISOString() ?? null,
    submitted_at: submittedAt.toISOString(),
    answers_sha256: answersSha256,
    pieces: pieces.map(({ source, number, sha256 }) => `${source} ${number} ${sha256}`),
  }
  const text = JSON.stringify(facts, null, 2)
  return { text, signature: await signFor(PURPOSE, Buffer.from(text)) }
}

/** A receipt by its token, for anybody, with whether this platform signed it. It contains no names. @throws AppError 404 */
export async function showReceipt(token: string) {
  return inCompanyOfToken({ plugin: 'proctoring', table: 'proctoring_recordings', token }, async () => {
    const row: { receipt: Receipt | null } | null = await db.from('proctoring_recordings').where('token', token).select('receipt').first()
    if (!row?.receipt) throw notFound()
    const { text, signature } = row.receipt
    const isOurs = signature.key === (await publicKey()) && isSigned(PURPOSE, Buffer.from(text), signature)
    return { text, signature, valid: isOurs, facts: JSON.parse(text) as Record<string, unknown> }
  })
}
