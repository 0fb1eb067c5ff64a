import type { HttpContext } from '@adonisjs/core/http'
import db from '@adonisjs/lucid/services/db'
import { notFound } from '#core/contract/errors'
import { inPublicSite } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import type { Sector } from '#plugins/learning/contract/offers'
import { learningService } from '#plugins/learning/contract/index'
import { examsOf, findOffer, type OfferDetail } from './offers.js'

/** Runs as a visitor of the requested catalogue: a company's, or the platform's. @throws AppError 404 */
export const atPublicSite = <T>(request: HttpContext['request'], company: string | undefined, fn: () => Promise<T>): Promise<T> =>
  inPublicSite({ plugin: 'catalogue', company, host: request.hostname() }, fn)

/** A course as visitors see it. @throws AppError 404 for one that is in no catalogue */
export async function publicOffer(id: string): Promise<OfferDetail> {
  const row = await findOffer(id, false)
  return { row, ...(await examsOf(row)), participation: null, requested: false, passedAt: null, mayTake: false }
}

/** The sectors with at least one course for a visitor. */
export async function publicSectors(): Promise<Sector[]> {
  const rows: { sector: Sector }[] = await db.from('learning_offers').where('is_consumer_course', true).distinct('sector')
  return rows.map(({ sector }) => sector)
}

/** The address of a course's photo for a visitor's browser. */
export const publicPictureUrl =
  (company: string | undefined) =>
  (hash: string): string =>
    `/api/catalogue/public/pictures/${hash}${company ? `?company=${encodeURIComponent(company)}` : ''}`

/** A photo of a course in the public catalogue, and no other picture. @throws AppError 404 */
export async function publicPicture(hash: string): Promise<{ content: Uint8Array; contentType: string }> {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw notFound()
  const offer = await db
    .from('learning_offers')
    .where('is_consumer_course', true)
    .whereRaw(`photo->>'hash' = ?`, [hash])
    .select('company_id')
    .first()
  if (!offer) throw notFound()
  const picture = await (await serviceOf(learningService))?.picture(hash, offer.company_id)
  if (!picture) throw notFound()
  return picture
}
