import db from '@adonisjs/lucid/services/db'
import { type PageOpening, idIn } from '#core/contract/opening'
import { translate } from '#core/kit/words'
import { ENTRANCES } from './services/entrances.js'

/** The project of a gate. */
const opening: PageOpening = async ({ params, language }) => {
  const id = idIn(params.entrance)
  const entrance: { kind: string; name: string | null } | null =
    id && (await db.from(ENTRANCES).where('id', id).select('kind', 'name').first())
  if (!entrance) return null
  const t = (words: string) => translate(language, `direct_access.${words}`)
  return { heading: entrance.name ?? t(`kind.${entrance.kind}`), back: t(entrance.kind === 'project' ? 'projects.title' : 'links.title') }
}

export default opening
