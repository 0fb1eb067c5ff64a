import { notFound } from '#core/contract/errors'
import type { LessonName } from '../../contract/index.js'
import { OPEN_STATUSES } from '../../contract/states.js'
import Participation from '../models/participation.js'
import { versionContent } from './version_content.js'

/** See LearningService. */
export async function lesson(participationId: number, activityId: number): Promise<LessonName> {
  const participation = await Participation.query()
    .where('id', participationId)
    .whereIn('status', [...OPEN_STATUSES])
    .first()
  if (!participation) throw notFound()
  const { activities, version } = await versionContent(participation.versionId)
  const activity = activities.find(({ id, type }) => id === activityId && type === 'richtext')
  if (!activity) throw notFound()
  const { membershipId, courseId } = participation
  return { membershipId, courseId, activityKey: activity.key, title: activity.title, courseName: version.name }
}
