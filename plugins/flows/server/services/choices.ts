import { inChosenCompany, type Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { textIn } from '#core/kit/words'
import { groupsService } from '#plugins/groups/contract/index'
import { learningService } from '#plugins/learning/contract/index'
import { profileFields } from './anchors.js'
import { flowsByName } from './refreshing.js'

/**
 * A company's courses, groups, flows and profile dates that a flow may use, by name. @throws AppError 404 for an admin without a company
 */
export function choices(session: Session, company: number | undefined) {
  const { language } = session.row
  return inChosenCompany(session, { company: company ?? 0, reason: 'flows.options' }, async () => {
    const courses = (await (await serviceOf(learningService))?.listCourses()) ?? []
    const groups = (await (await serviceOf(groupsService))?.list()) ?? []
    const fields = [...(await profileFields())]
    return {
      fields: fields.map(([id, label]) => ({ id, name: textIn(label, language) })),
      courses: courses.map(({ id, name }) => ({ id, name: textIn(name, language) })).sort((a, b) => a.name.localeCompare(b.name, language)),
      groups: groups.map(({ id, name }) => ({ id, name })),
      flows: await flowsByName(),
    }
  })
}
