import { inChosenCompany, type Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { textIn } from '#core/kit/words'
import { examsService } from '#plugins/exams/contract/index'
import { learningService } from '#plugins/learning/contract/index'

/**
 * The options for a link of a company: its courses, and where, when and in which language the exams of some of them are. @throws AppError
 * 404
 */
export function choices(session: Session, { company, courses = '' }: { company: number; courses?: string | undefined }) {
  return inChosenCompany(session, { company, reason: 'booking_links.options' }, async () => {
    const offers = (await (await serviceOf(learningService))?.offers()) ?? []
    const exams = await serviceOf(examsService)
    const chosen = offers.filter(({ courseId }) => courses.split(',').includes(String(courseId)))
    const moments = exams ? (await Promise.all(chosen.map(({ courseId }) => exams.moments({ courseId })))).flat() : []
    const each = (values: string[]) => [...new Set(values)].sort()
    return {
      courses: offers
        .map(({ courseId, name, type }) => ({ id: courseId, name: textIn(name, session.row.language), type }))
        .sort((a, b) => a.name.localeCompare(b.name)),
      cities: each(moments.map(({ city }) => city)),
      languages: each(moments.map(({ language }) => language)),
      moments: moments.map(({ id, city, location, startsAt, seatsLeft }) => ({
        id,
        city,
        location,
        starts_at: startsAt,
        seats_left: seatsLeft,
      })),
      months: each(moments.map(({ startsAt }) => startsAt.slice(0, 7))),
    }
  })
}
