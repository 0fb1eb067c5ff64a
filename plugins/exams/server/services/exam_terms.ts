import { createHash } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import { publishedSettingsOf } from '#core/kit/settings'
import { textIn } from '#core/kit/words'
import { companiesSettings } from '#plugins/companies/contract/index'
import type { ExamMoment, ExamTerms } from '../../contract/index.js'
import { findMoment } from './find_moments.js'

/** ExamsService.terms: the provider's published terms, which people of other companies may read (decision 0206). */
export async function termsOf(moment: Pick<ExamMoment, 'providerCompanyId'>, reader: string | null): Promise<ExamTerms | null> {
  const { providerCompanyId: provider } = moment
  return provider ? ((await providerFacts(provider, reader))?.terms ?? null) : null
}

/** The same, for a moment that the running company may book; null for another one. */
export async function termsOfMoment(momentId: number, reader: string | null): Promise<ExamTerms | null> {
  const moment = await findMoment(momentId)
  return moment && termsOf(moment, reader)
}

/** ExamsService.providerOf */
export async function providerOf(courseId: number, reader: string | null) {
  const row: { provider_company_id: number } | null = await db
    .from('exams_exams')
    .where({ course_id: courseId, active: true })
    .whereNotNull('provider_company_id')
    .orderBy('id', 'desc')
    .select('provider_company_id')
    .first()
  return row && providerFacts(row.provider_company_id, reader)
}

/** ExamsService.providerFacts */
export async function providerFacts(provider: number, reader: string | null) {
  const published = await publishedSettingsOf(companiesSettings, provider)
  if (!published) return null
  return { companyId: provider, name: published.company, terms: termsIn(provider, published, reader) }
}

function termsIn(
  provider: number,
  published: NonNullable<Awaited<ReturnType<typeof publishedSettingsOf<typeof companiesSettings>>>>,
  reader: string | null,
): ExamTerms | null {
  const texts = Object.entries(published.values.exam_terms ?? {})
    .filter(([, text]) => text.trim())
    .sort(([one], [other]) => (one < other ? -1 : 1))
  if (!texts.length) return null
  const text = textIn(Object.fromEntries(texts), reader)
  const [language] = texts.find(([name, one]) => one === text && name === reader) ?? texts.find(([, one]) => one === text)!
  const mark = createHash('sha256')
    .update(JSON.stringify([provider, texts, language]))
    .digest('hex')
  return { provider: published.company, text, language, mark }
}
