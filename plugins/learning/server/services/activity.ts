import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { ActivityType } from '../../contract/states.js'
import type { ActivitySettings } from './activity_settings.js'

/**
 * A step of a course version. It never changes once published. A plain row instead of a model, because it is read a hundred times per
 * request.
 */
export interface Activity {
  readonly id: number
  readonly versionId: number
  readonly moduleId: number
  readonly key: string
  readonly type: ActivityType
  /** Position in the whole course; locking follows it. */
  readonly position: number
  /** Language → text. */
  readonly title: Record<string, string>
  /** Language → sanitised HTML. */
  readonly body: Record<string, string>
  readonly minutes: number
  readonly settings: ActivitySettings
}

type Client = TransactionClientContract | ReturnType<typeof db.connection>

const COLUMNS = [
  'id',
  'version_id as versionId',
  'module_id as moduleId',
  'key',
  'type',
  'position',
  'title',
  'body',
  'minutes',
  'settings',
]

/** The steps of a version, in order. */
export async function activitiesOf(versionId: number, client: Client): Promise<Activity[]> {
  return client.from('learning_activities').where('version_id', versionId).orderBy('position').select(COLUMNS)
}

/** @throws Exception E_ROW_NOT_FOUND */
export async function activityById(id: number, client: Client): Promise<Activity> {
  return client.from('learning_activities').where('id', id).select(COLUMNS).firstOrFail()
}
