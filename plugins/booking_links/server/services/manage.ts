import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Infer } from '@vinejs/vine/types'
import { invalid, notFound } from '#core/contract/errors'
import { orUniqueError, saveFrom } from '#core/kit/database'
import { currentCompanyId, inChosenCompany, type Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { textIn } from '#core/kit/words'
import { examsService } from '#plugins/exams/contract/index'
import { learningService } from '#plugins/learning/contract/index'
import { type LinkDetail, toDetail } from '../transformers/link_transformer.js'
import type { linkChangeValidator, linkValidator } from '../validators/links.js'
import { note } from './history.js'
import { checkReserved, holdOrReportSeats, holdReserved, releaseReserved, reservedLeft } from './reserved.js'
import { atLink, findLink, type LinkRow, LINKS, newToken, UNIQUE } from './store.js'

export type LinkInput = Omit<Infer<typeof linkValidator>, 'company'>

/** The names of courses, including those that are no longer offered. */
async function namesOf(ids: readonly number[], language: string): Promise<{ id: number; name: string; gone: boolean }[]> {
  const offers = (await (await serviceOf(learningService))?.offers(ids)) ?? []
  const titles: { course_id: number; name: Record<string, string> }[] = await db.from('learning_titles').whereIn('course_id', [...ids])
  return ids.map((id) => ({
    id,
    name: textIn(titles.find(({ course_id: of }) => of === id)?.name ?? {}, language) || String(id),
    gone: !offers.some(({ courseId }) => courseId === id),
  }))
}

async function detail(id: number | string, language: string): Promise<LinkDetail> {
  const row = await findLink({ id })
  const moment = row.moment_id && (await (await serviceOf(examsService))?.moment(row.moment_id))
  const reserved = moment
    ? { city: moment.city, location: moment.location, starts_at: moment.startsAt, seats_left: await reservedLeft(row) }
    : null
  return toDetail(row, await namesOf(row.course_ids, language), reserved)
}

/** @throws AppError 404 */
export const showLink = (session: Session, id: string) => atLink(session, id, 'show', () => detail(id, session.row.language))

/**
 * @throws AppError 404 for a company that does not exist or has the plugin turned off; 422 on `campaign` (unique), `courses` (enum),
 * `price_value` (range)
 */
export const createLink = (session: Session, { company, ...input }: Infer<typeof linkValidator>): Promise<LinkDetail> =>
  inChosenCompany(session, { company, reason: 'booking_links.create' }, async () => detail(await addLink(input), session.row.language))

/** The same in the company's scope. @returns its id */
export async function addLink(input: LinkInput): Promise<number> {
  await check(input)
  return orUniqueError(UNIQUE, () =>
    db.transaction(async (trx) => {
      const [row] = await trx
        .table(LINKS)
        .insert({ ...columnsOf(input), company_id: currentCompanyId(), token: newToken() })
        .returning('id')
      const id = Number(row.id ?? row)
      await note(trx, id, 'created')
      if (input.reserved_seats) await holdOrReportSeats(trx, await findLink({ id }, trx))
      return id
    }),
  )
}

/** Existing bookings keep their price. @throws AppError 404; 409 changed_meanwhile; 422 as createLink */
export function updateLink(session: Session, id: string, { updated_at: version, ...input }: Infer<typeof linkChangeValidator>) {
  return atLink(session, id, 'update', async () => {
    const before = await findLink({ id })
    await check(input, before)
    const current = async (trx: TransactionClientContract) => toDetail(await findLink({ id }, trx), [], null)
    await orUniqueError(UNIQUE, () =>
      saveFrom({ table: LINKS, id, version, sent: input, current }, async (trx) => {
        const changed = fieldsThatDiffer(before, input)
        if (changed.length) await note(trx, before.id, 'changed', changed)
        await trx.from(LINKS).where('id', id).update(columnsOf(input))
        if (before.reserved_seats || input.reserved_seats) await holdOrReportSeats(trx, await findLink({ id }, trx))
      }),
    )
    return detail(id, session.row.language)
  })
}

/**
 * Turns a link off or on, without checking for concurrent changes. A link that is off reserves no seats. @throws AppError 404; 409
 * no_seats_left when its seats were taken meanwhile
 */
export function switchLink(session: Session, id: string, on: boolean): Promise<LinkDetail> {
  return atLink(session, id, 'switch', async () => {
    await db.transaction(async (trx) => {
      const row: { id: number; is_on: boolean } | null = await trx.from(LINKS).where('id', id).forUpdate().select('id', 'is_on').first()
      if (!row) throw notFound()
      if (row.is_on === on) return
      await trx
        .from(LINKS)
        .where('id', id)
        .update({ is_on: on, updated_at: trx.raw('clock_timestamp()') })
      await note(trx, row.id, on ? 'switched_on' : 'switched_off')
      const link = await findLink({ id }, trx)
      if (link.reserved_seats) await holdReserved(trx, link)
    })
    return detail(id, session.row.language)
  })
}

/** Deletes a link: its address stops working. Bookings that were made through it are unchanged. @throws AppError 404 */
export function removeLink(session: Session, id: string): Promise<void> {
  return atLink(session, id, 'remove', async () => {
    await db.transaction(async (trx) => {
      const row: { id: number } | null = await trx.from(LINKS).where('id', id).forUpdate().select('id').first()
      if (!row) throw notFound()
      await releaseReserved(trx, row.id)
      await trx.from(LINKS).where('id', id).delete()
    })
  })
}

const columnsOf = ({ courses, ...rest }: LinkInput) => ({
  ...rest,
  price_value: rest.price_kind === 'list' ? 0 : rest.price_value,
  course_ids: JSON.stringify(courses),
})

function fieldsThatDiffer(before: LinkRow, { courses, ...rest }: LinkInput): string[] {
  const fields = Object.entries(rest).flatMap(([name, value]) => (before[name as keyof LinkRow] === value ? [] : [name]))
  return JSON.stringify(courses) === JSON.stringify(before.course_ids) ? fields : ['courses', ...fields]
}

/** Courses that the link already has are always allowed. */
async function check(input: LinkInput, before?: LinkRow): Promise<void> {
  const { courses, price_kind: kind, price_value: value } = input
  if (kind === 'percent' && (value < 1 || value > 100)) throw invalid('price_value', 'percent')
  if (kind === 'amount' && value < 1) throw invalid('price_value', 'required')
  await checkReserved(input)
  const fresh = courses.filter((id) => !before?.course_ids.includes(id))
  if (!fresh.length) return
  const offers = (await (await serviceOf(learningService))?.offers(fresh)) ?? []
  if (offers.length < fresh.length) throw invalid('courses', 'enum')
}
