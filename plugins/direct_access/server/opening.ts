import { type PageOpening, askedId } from '#core/contract/opening'
import { translate } from '#core/kit/words'
import { showEntrance } from './services/manage.js'

/** Which gate it is. */
const opening: PageOpening = async ({ session, params, language }) => {
  const id = askedId(params.entrance)
  if (!id) return null
  const { entrance } = await showEntrance(session, id)
  const t = (words: string) => translate(language, `direct_access.${words}`)
  return { heading: entrance.name ?? t(`kind.${entrance.kind}`), back: t(entrance.kind === 'project' ? 'projects.title' : 'links.title') }
}

export default opening
