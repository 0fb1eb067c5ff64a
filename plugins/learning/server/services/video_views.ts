import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict } from '#core/contract/errors'
import type { Activity } from './activity.js'
import type Participation from '../models/participation.js'
import type { RichTextSettings } from './activity_settings.js'
import { type Part, percentOf, WATCHED_PERCENT } from './coverage.js'
import { videosFor } from './lesson_media.js'

export const VIEWS = 'learning_video_views'

/** A person's viewing of one video. */
export interface VideoView {
  activityId: number
  video: string
  covered: Part[]
  /** Milliseconds. */
  position: number
}

export interface ViewRow {
  activity_id: number
  video: string
  covered: string
  position: number
  credit: number
  reported_at: Date
}

/** `{[0,1500),[2000,3000)}` as PostgreSQL writes it. */
export const readParts = (text: string): Part[] => [...text.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]) => [Number(from), Number(to)])
export const writeParts = (parts: readonly Part[]) => `{${parts.map(([from, to]) => `[${from},${to})`).join(',')}}`

/** The watched videos of a participation, for one step or all. */
export async function viewsOf(participation: Participation, activity?: Activity, client: Client = db.connection()): Promise<VideoView[]> {
  const query = client.from(VIEWS).where({ company_id: participation.companyId, participation_id: participation.id })
  if (activity) void query.where('activity_id', activity.id)
  const rows: ViewRow[] = await query.select('activity_id', 'video', db.raw('covered::text as covered'), 'position')
  return rows.map((row) => ({ activityId: row.activity_id, video: row.video, covered: readParts(row.covered), position: row.position }))
}
type Client = TransactionClientContract | ReturnType<typeof db.connection>

/** Refuses to mark a page as read if its videos must be watched and were not. @throws AppError 409 videos_not_watched */
export async function assertWatched(participation: Participation, activity: Activity, trx: TransactionClientContract): Promise<void> {
  const settings = activity.settings as RichTextSettings
  if (!settings.watch_videos) return
  const views = await viewsOf(participation, activity, trx)
  const isWatched = ({ key, seconds }: { key: string; seconds: number }) =>
    percentOf(views.find(({ video }) => video === key)?.covered ?? [], seconds) >= WATCHED_PERCENT
  if (!videosFor(settings, participation.language).every(isWatched)) throw conflict('videos_not_watched')
}
