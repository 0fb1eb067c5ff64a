import { BaseModel, column } from '@adonisjs/lucid/orm'
import type { ActivityType } from '../../contract/states.js'
import type { ActivitySettings } from '../services/activity_settings.js'

/** A step of a course version. Never changed once published. */
export default class Activity extends BaseModel {
  static table = 'learning_activities'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare versionId: number

  @column()
  declare moduleId: number

  @column()
  declare key: string

  @column()
  declare type: ActivityType

  /** Over the whole course; locking follows it. */
  @column()
  declare position: number

  /** Language → text. */
  @column()
  declare title: Record<string, string>

  /** Language → sanitised HTML. */
  @column()
  declare body: Record<string, string>

  @column()
  declare minutes: number

  @column()
  declare settings: ActivitySettings
}
