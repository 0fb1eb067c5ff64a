import { type PageOpening, idIn } from '#core/contract/opening'
import { translate } from '#core/kit/words'
import { findReport } from './services/report_service.js'
import { toReport } from './transformers/report_transformer.js'

/** The name of a saved report. */
const opening: PageOpening = async ({ session, query, language }) => {
  const id = idIn(query.report)
  if (!id) return null
  const { name, owner, shared } = toReport(await findReport(session, id), session)
  const t = (words: string, values?: Record<string, string>) => translate(language, `reports.${words}`, values)
  return { heading: name, lead: owner ? t('view.of', { name: owner }) : t(shared ? 'view.shared' : 'view.own'), back: t('list.title') }
}

export default opening
