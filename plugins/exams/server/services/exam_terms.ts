import { createHash } from 'node:crypto'
import { publishedSettingsOf } from '#core/kit/settings'
import { textIn } from '#core/kit/words'
import { companiesSettings } from '#plugins/companies/contract/index'
import type { ExamTerms } from '../../contract/index.js'
import { findMoment } from './find_moments.js'

/** ExamsService.terms: what the provider published, which other companies' people may read (decision 0206). */
export async function termsOf(momentId: number, reader: string | null): Promise<ExamTerms | null> {
  const provider = (await findMoment(momentId))?.providerCompanyId
  const published = provider ? await publishedSettingsOf(companiesSettings, provider) : null
  const texts = Object.entries(published?.values.exam_terms ?? {})
    .filter(([, text]) => text.trim())
    .sort(([one], [other]) => (one < other ? -1 : 1))
  if (!published || !texts.length) return null
  const text = textIn(Object.fromEntries(texts), reader)
  const [language] = texts.find(([name, one]) => one === text && name === reader) ?? texts.find(([, one]) => one === text)!
  const mark = createHash('sha256')
    .update(JSON.stringify([provider, texts, language]))
    .digest('hex')
  return { provider: published.company, text, language, mark }
}
