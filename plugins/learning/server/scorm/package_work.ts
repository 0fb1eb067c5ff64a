import { randomBytes } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, invalid, notFound } from '#core/contract/errors'
import { packagesOrigin } from '#core/kit/packages'
import { currentCompanyId } from '#core/kit/scope'
import { opaqueName } from '#core/kit/tokens'
import { kindOf } from '../../activity_types/index.js'
import type { PackageItem } from '../media/media_types.js'
import type { Activity } from '../services/activity.js'
import type Participation from '../models/participation.js'
import type { ScormSettings } from '../services/activity_settings.js'
import { setState, workOn } from '../services/activity_service.js'
import type { Owner } from '../services/participation_service.js'
import { settle } from '../services/recompute.js'
import { interactionsIn } from './interactions.js'
import { type Elements, type ItemResult, NO_RESULT, isPassed, startOf, stateOf, mergeResult } from './results.js'
import { barOf, isDone, itemsOf } from './sequencing.js'

const TABLE = 'learning_package_work'
/** Lifetime of the addresses of a package's files, in hours; after that the person opens it again. */
const TOKEN_HOURS = 4
/** The page around a package that has its own origin. */
export const PLAYER = '~player'
/** The largest report in characters: all allowed elements plus the overhead of JSON. */
const MOST_REPORT = 900_000

interface ItemWork {
  /** The result at the last opening. */
  base: ItemResult
  result: ItemResult
  /** Time of the last opening, ms since 1970. */
  opened: number
  /** The number of starts; left out: one. */
  attempts?: number
  /** Origin of the platform's page that opened it last; the package's messages are only sent to that page. */
  page?: string
}
export interface PackageWork {
  token: string
  token_until: Date
  items: Record<string, ItemWork>
  /**
   * Origins that may frame the package: the platform's own when packages have a separate origin, and the sites that framed the platform.
   */
  framed_by: string[]
}

/** The work in a package; null before it was opened. */
export async function packageWorkOf(participation: Participation, activity: Activity): Promise<PackageWork | null> {
  return db
    .from(TABLE)
    .where({ company_id: participation.companyId, participation_id: participation.id, activity_id: activity.id })
    .select('token', 'token_until', 'items', 'framed_by')
    .first()
}

/** The work in all packages of a participation, for people who follow it. */
export async function packageWorksOf(participation: Participation): Promise<{ activity_id: number; items: PackageWork['items'] }[]> {
  return db.from(TABLE).where({ company_id: participation.companyId, participation_id: participation.id }).select('activity_id', 'items')
}

async function packageAt(owner: Owner, participationId: number, activityId: number, trx: TransactionClientContract) {
  const work = await workOn(owner, participationId, activityId, trx)
  if (kindOf(work.activity).finishedBy !== 'package') throw conflict('activity_not_startable')
  return { ...work, settings: work.activity.settings as ScormSettings }
}

function itemAt({ items }: ScormSettings, index: number): PackageItem {
  const item = items[index]
  if (!item) throw notFound()
  return item
}

/**
 * Opens an item of a package where the person left off; a failed item starts again.
 * @param around origin of the platform's page; origins of the frames around it, null in a window
 * @returns the address of its page and the initial data for its runtime
 * @throws AppError as `workOn`; 404 for no item; 409 activity_not_startable for another type, item_locked, item_attempts_used
 */
export async function openItem(
  owner: Owner,
  participationId: number,
  activityId: number,
  index: number,
  around: { page: string; framedBy: readonly string[] | null },
) {
  return db.transaction(async (trx) => {
    const { participation, activity, settings } = await packageAt(owner, participationId, activityId, trx)
    const item = itemAt(settings, index)
    const known: PackageWork | null = await trx.from(TABLE).where(idsOf(participation, activity)).first()
    const now = Date.now()
    // A person who has the page open twice can continue in both.
    const isFresh = known && known.token_until.getTime() - now > (TOKEN_HOURS / 2) * 3_600_000
    const token = isFresh ? known.token : randomBytes(24).toString('base64url')
    const origin = await packagesOrigin(token)
    const ancestors = [...(origin ? [around.page] : []), ...(around.framedBy ?? [])]
    const framed = [...new Set([...(isFresh ? known.framed_by : []), ...ancestors])]
    const until = isFresh ? known.token_until : new Date(now + TOKEN_HOURS * 3_600_000)
    const before = known?.items[item.id]?.result ?? NO_RESULT
    const bar = barOf(settings, known?.items ?? {}, item)
    if (bar) throw conflict(bar === 'locked' ? 'item_locked' : 'item_attempts_used')
    const isAnew = stateOf(item, before) === 'failed'
    const base = isAnew ? { ...NO_RESULT, seconds: before.seconds } : before
    const attempts = (known?.items[item.id]?.attempts ?? 1) + (isAnew ? 1 : 0)
    const result = item.reports ? base : { ...base, completed: true }
    const items = { ...known?.items, [item.id]: { base, result, opened: now, attempts, ...(origin && { page: around.page }) } }
    await trx.rawQuery(
      `insert into ${TABLE} (company_id, participation_id, activity_id, token, token_until, items, framed_by) values (?, ?, ?, ?, ?, ?, ?)
       on conflict (company_id, participation_id, activity_id)
       do update set token = excluded.token, token_until = excluded.token_until, items = excluded.items, framed_by = excluded.framed_by, updated_at = now()`,
      [...Object.values(idsOf(participation, activity)), token, until, JSON.stringify(items), framed],
    )
    await finishWhenDone(trx, participation, activity, settings, items)
    return { address: origin ? `${origin}${baseOf(token, index)}/${PLAYER}` : pageOf(token, index, item), token }
  })
}

/** The prefix of an item's addresses. */
export const baseOf = (token: string, index: number) => `/api/learning/scorm/${token}/${index}`

/** The path of an item's first page. */
export const pageOf = (token: string, index: number, { href }: PackageItem) =>
  `${baseOf(token, index)}/${href.split('/').map(encodedPart).join('/')}`

/** Encodes a name in an address; a query or fragment stays as its author wrote it. */
function encodedPart(part: string): string {
  const [name = '', ...rest] = part.split(/(?=[?#])/)
  return encodeURIComponent(name) + rest.join('')
}

const idsOf = (participation: Participation, activity: Activity) => ({
  company_id: currentCompanyId(),
  participation_id: participation.id,
  activity_id: activity.id,
})

/**
 * Stores a package's report on an item. Only allowed elements are accepted, and a failed item is not passed.
 * @returns the state of each item, and whether the step is finished
 * @throws AppError as `workOn`; 404; 409 activity_not_opened; 422 on `elements`
 */
export async function reportItem(owner: Owner, participationId: number, activityId: number, index: number, said: Elements) {
  return db.transaction(async (trx) => {
    const { participation, activity, settings } = await packageAt(owner, participationId, activityId, trx)
    const item = itemAt(settings, index)
    const known: PackageWork | null = await trx.from(TABLE).where(idsOf(participation, activity)).first()
    const work = known?.items[item.id]
    if (!known || !work) throw conflict('activity_not_opened')
    if (JSON.stringify(said).length > MOST_REPORT) throw invalid('elements', 'too_large')
    // An item passed since it was opened stays passed.
    const before = isPassed(item, work.result) ? { ...work.base, ...keptOutcome(work.result) } : work.base
    // A reported answer is kept even if the next report leaves it out.
    const base = { ...before, elements: { ...before.elements, ...interactionsIn(work.result.elements) } }
    const result = mergeResult(settings.standard, item, base, said, (Date.now() - work.opened) / 1000 + 5)
    const items = { ...known.items, [item.id]: { ...work, result } }
    await trx
      .from(TABLE)
      .where(idsOf(participation, activity))
      .update({ items: JSON.stringify(items), updated_at: new Date() })
    const finished = await finishWhenDone(trx, participation, activity, settings, items)
    return { finished, items: itemsOf(settings, { items }) }
  })
}

const keptOutcome = ({ completed, success, score }: ItemResult) => ({ completed, success, score })

/** A package is done when the number of items that its manifest requires are done. */
async function finishWhenDone(
  trx: TransactionClientContract,
  participation: Participation,
  activity: Activity,
  settings: ScormSettings,
  items: PackageWork['items'],
): Promise<boolean> {
  const done = isDone(settings, items)
  await setState(trx, participation, activity, done ? { status: 'finished' } : { status: 'doing', keepExisting: true })
  if (done) await settle(trx, participation)
  return done
}

/** The initial data for an item's runtime. It has the person's real name; the id does not identify the person. */
export function beginningOf(
  settings: ScormSettings,
  index: number,
  work: PackageWork,
  person: { membership: number; name: string },
): Elements {
  const item = itemAt(settings, index)
  const id = opaqueName('learning.scorm.person', person.membership).slice(0, 32)
  return startOf(settings.standard, item, work.items[item.id]?.result ?? NO_RESULT, { id, name: person.name })
}
