import db from '@adonisjs/lucid/services/db'
import { invalid, notFound } from '#core/contract/errors'
import { currentCompanyId } from '#core/kit/scope'
import { toWatched } from '../transformers/video_transformer.js'
import type { RichTextSettings } from './activity_settings.js'
import { workOn } from './activity_service.js'
import { FIRST_CREDIT, type Part, creditParts } from './coverage.js'
import { videosFor } from './lesson_media.js'
import type { Owner } from './participation_service.js'
import { VIEWS, type ViewRow, readParts, writeParts } from './video_views.js'

export interface WatchReport {
  /** Seconds of the video: from, to. */
  parts: readonly (readonly [number, number])[]
  /** Current position, in seconds. */
  position: number
}

/**
 * Adds watched parts of a video; parts reported twice count once. The first report starts the time measurement.
 * @returns the parts that count now: more than the elapsed time allows is left out
 * @throws AppError as `workOn`; 404 for a video that is not on the page; 422 on `parts`, `position`: outside the video
 */
export async function reportWatched(owner: Owner, participationId: number, activityId: number, key: string, report: WatchReport) {
  return db.transaction(async (trx) => {
    const { participation, activity } = await workOn(owner, participationId, activityId, trx)
    const video = videosFor(activity.settings as RichTextSettings, participation.language).find((one) => one.key === key)
    if (!video) throw notFound()
    // The player may report a slightly longer video than its metadata.
    const end = Math.round(video.seconds * 1000)
    if (report.position < 0 || report.position * 1000 > end + 1000) throw invalid('position', 'range')
    const said = report.parts.map(([from, to]): Part => {
      if (from < 0 || to < from || to * 1000 > end + 1000) throw invalid('parts', 'range')
      return [Math.min(Math.round(from * 1000), end), Math.min(Math.round(to * 1000), end)]
    })
    const ids = { company_id: currentCompanyId(), participation_id: participation.id, activity_id: activity.id, video: key }
    await trx.rawQuery(
      `insert into ${VIEWS} (company_id, participation_id, activity_id, video, credit) values (?, ?, ?, ?, ?)
       on conflict (company_id, participation_id, activity_id, video) do nothing`,
      [...Object.values(ids), FIRST_CREDIT],
    )
    const row: ViewRow = await trx.from(VIEWS).where(ids).select('*', db.raw('covered::text as covered')).firstOrFail()
    const now = new Date()
    const { covered, credit } = creditParts({ covered: readParts(row.covered), credit: row.credit, reportedAt: row.reported_at }, said, now)
    const position = Math.min(Math.round(report.position * 1000), end)
    await trx
      .from(VIEWS)
      .where(ids)
      .update({ covered: writeParts(covered), credit, position, reported_at: now })
    return toWatched(video.seconds, { covered, position })
  })
}
