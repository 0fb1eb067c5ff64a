import db from '@adonisjs/lucid/services/db'
import { currentCompanyId } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { learningService } from '#plugins/learning/contract/index'

const MESSAGES = [
  'In maart begin ik op de nieuwe locatie, daar is deze training verplicht.',
  'Mijn certificaat verloopt binnenkort, en de opdrachtgever vraagt erom.',
]

/** Open requests of the first participants without a certain course of the catalogue. Idempotent. */
export async function loadDemo(members: readonly number[]): Promise<void> {
  const learning = await serviceOf(learningService)
  if (!learning || (await db.from('catalogue_requests').first())) return
  const offers: { course_id: number }[] = await db.from('learning_offers').where('is_consumer_course', true).orderBy('course_id', 'desc')
  const messages = [...MESSAGES]
  for (const member of members) {
    const message = messages[0]
    if (!message) return
    // Nobody requests a course that they have or passed.
    const isNew = async ({ course_id: course }: { course_id: number }) => {
      const { openId, passed } = await learning.standing(member, course)
      return openId === null && passed === null
    }
    for (const offer of offers) {
      if (!(await isNew(offer))) continue
      const wish = { company_id: currentCompanyId(), membership_id: member, course_id: offer.course_id, message }
      await db.table('catalogue_requests').insert(wish)
      messages.shift()
      break
    }
  }
}
