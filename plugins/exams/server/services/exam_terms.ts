import { createHash } from 'node:crypto'
import { publishedSettingsOf } from '#core/kit/settings'
import { companiesSettings } from '#plugins/companies/contract/index'
import type { ExamTerms } from '../../contract/index.js'
import { findMoment } from './find_moments.js'

/** ExamsService.terms: what the provider published, which other companies' people may read (decision 0206). */
export async function termsOf(momentId: number): Promise<ExamTerms | null> {
  const provider = (await findMoment(momentId))?.providerCompanyId
  const published = provider ? await publishedSettingsOf(companiesSettings, provider) : null
  const texts = Object.entries(published?.values.exam_terms ?? {})
    .filter(([, text]) => text.trim())
    .sort(([one], [other]) => (one < other ? -1 : 1))
  if (!published || !texts.length) return null
  const mark = createHash('sha256')
    .update(JSON.stringify([provider, texts]))
    .digest('hex')
  return { provider: published.company, texts: Object.fromEntries(texts), mark }
}
