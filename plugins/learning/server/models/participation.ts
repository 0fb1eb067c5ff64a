import { BaseModel, column } from '@adonisjs/lucid/orm'
import { DateTime } from 'luxon'
import type { ParticipationSource, ParticipationStatus } from '../../contract/states.js'

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

  /** Chosen by the person; choosing it starts the access days. */
  @column()
  declare language: string | null

  @column()
  declare source: ParticipationSource

  /** Percentage of the counting activities that are finished. */
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

  /** When the course's address was last mailed to the person. */
  @column.dateTime()
  declare linkMailedAt: DateTime | null

  /** The last day to finish on time, `yyyy-mm-dd`; null: none. */
  @column()
  declare dueAt: string | null

  @column()
  declare mandatory: boolean

  /** Membership of the person who assigned it; null: an admin, the system, or a person who was erased. */
  @column()
  declare assignedBy: number | null

  /** Its grade and progress were computed by older rules: a job settles it again. */
  @column()
  declare settleAgain: boolean

  /** The person's latest participation in this course. */
  @column()
  declare current: boolean

  get isOver(): boolean {
    return ['passed', 'failed', 'expired', 'no_show', 'cancelled'].includes(this.status)
  }
}
