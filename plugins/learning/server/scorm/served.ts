import db from '@adonisjs/lucid/services/db'
import { notFound } from '#core/contract/errors'
import { inCompanyOfToken } from '#core/kit/scope'
import { bytesOf } from '../editor/course_media.js'
import { findMedia, openMedia } from '../media/media_store.js'
import Participation from '../models/participation.js'
import type { ScormSettings } from '../services/activity_settings.js'
import { assertRunning } from '../services/participation_service.js'
import { Recent } from '#core/kit/cache'
import { versionContent } from '../services/version_content.js'
import { type PackagedFiles, filesOf } from './package_files.js'
import { type PackageWork, beginningOf } from './package_work.js'

/** File indexes of recently opened packages; they never change. */
const indexes = new Recent<string, Promise<PackagedFiles>>(20)

interface WorkRow extends PackageWork {
  participation_id: number
  activity_id: number
}

/**
 * Opens the file at an address of a package for anybody who has the address, while it is valid and the course is running.
 * @throws AppError 404
 */
export async function withPackage<T>(
  token: string,
  fn: (found: { settings: ScormSettings; work: PackageWork; participation: Participation }) => Promise<T>,
): Promise<T> {
  return inCompanyOfToken({ plugin: 'learning', table: 'learning_package_work', token }, async () => {
    const work: WorkRow | null = await db.from('learning_package_work').where('token', token).first()
    if (!work || work.token_until.getTime() < Date.now()) throw notFound()
    const participation = await Participation.findOrFail(work.participation_id)
    assertRunning(participation)
    const { activities } = await versionContent(participation.versionId)
    const activity = activities.find(({ id }) => id === work.activity_id)!
    return fn({ settings: activity.settings as ScormSettings, work, participation })
  })
}

/** A file of a package: its entry, and how to read its bytes. @throws AppError 404 */
export async function packagedFile(hash: string, owner: number, path: string) {
  const row = await findMedia(hash, owner)
  const file = row && (await openMedia(row))
  if (!file) throw notFound()
  const source = bytesOf(file)
  const index = indexes.get(hash) ?? filesOf(source)
  indexes.set(hash, index)
  index.catch(() => indexes.delete(hash))
  const found = (await index).get(path)
  if (!found) throw notFound()
  return { source, found, open: file.open }
}

/** The initial data that the runtime passes to the package, with the person's name. */
export async function beginning(settings: ScormSettings, index: number, work: PackageWork, participation: Participation) {
  const person = await db.from('kit_members').where('id', participation.membershipId).select('firstname', 'infix', 'lastname').firstOrFail()
  // In the format of the standard: the last name, a comma, the first name. The infix goes with the first name.
  const given = [person.firstname, person.infix].filter(Boolean).join(' ')
  const name = person.lastname && given ? `${person.lastname}, ${given}` : person.lastname || given
  return beginningOf(settings, index, work, { membership: participation.membershipId, name })
}
