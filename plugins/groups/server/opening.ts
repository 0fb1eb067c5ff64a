import { type PageOpening, askedId } from '#core/contract/opening'
import { translate } from '#core/kit/words'
import { showGroup } from './services/group_service.js'

/** Which group it is, and how many are in it. */
const opening: PageOpening = async ({ session, params, language }) => {
  const id = askedId(params.group)
  if (!id) return null
  const group = await showGroup(session, id)
  return {
    heading: group.name,
    lead: translate(language, 'groups.group.people', { count: group.members }),
    back: translate(language, 'groups.groups.title'),
  }
}

export default opening
