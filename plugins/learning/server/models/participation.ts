import { BaseModel, column } from '@adonisjs/lucid/orm'
import { DateTime } from 'luxon'
import type { ParticipationStatus } from '../../contract/states.js'

/** One person taking one version of one course (specification, section 3: course result). */
export default class Participation extends BaseModel {
  static table = 'learning_participations'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare companyId: number

  @column()
  declare membershipId: number

  @column()
  declare courseId: number

  @column()
  declare versionId: number

  @column()
  declare status: ParticipationStatus

  /** Picked by the person; picking it starts the access days. */
  @column()
  declare language: string | null

  @column()
  declare source: 'assigned' | 'direct' | 'flow' | 'booking' | 'lti'

  /** Per cent of the counting activities that are finished. */
  @column()
  declare progress: number

  /** 0 to 100, the mean of the quizzes' best grades. */
  @column()
  declare grade: number | null

  @column.dateTime()
  declare registeredAt: DateTime

  @column.dateTime()
  declare startedAt: DateTime | null

  @column.dateTime()
  declare expiresAt: DateTime | null

  @column.dateTime()
  declare finishedAt: DateTime | null

  /** When its address was last mailed to the person. */
  @column.dateTime()
  declare linkMailedAt: DateTime | null

  get isOver(): boolean {
    return ['passed', 'failed', 'expired', 'no_show'].includes(this.status)
  }
}
