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

  /** Picked by the person; picking it starts the access days. */
  @column()
  declare language: string | null

  @column()
  declare source: ParticipationSource

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

  /** The last day on which it is on time, `yyyy-mm-dd`; null: none was set. */
  @column()
  declare dueAt: string | null

  @column()
  declare mandatory: boolean

  /** Membership of who gave it; null: an admin, the system, or somebody who was erased. */
  @column()
  declare assignedBy: number | null

  /** Its grade and progress were counted by older rules: a job settles it again. */
  @column()
  declare settleAgain: boolean

  /** The latest of this person in this course. */
  @column()
  declare current: boolean

  get isOver(): boolean {
    return ['passed', 'failed', 'expired', 'no_show', 'cancelled'].includes(this.status)
  }
}
