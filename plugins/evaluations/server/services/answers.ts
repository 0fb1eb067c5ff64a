import db from '@adonisjs/lucid/services/db'
import { notFound } from '#core/contract/errors'
import { currentCompanyId, inChosenCompany, type Session, withinReach } from '#core/kit/scope'
import { opaqueName } from '#core/kit/tokens'
import { MIN_ANSWERS, quarterOf } from '../../results.js'
import { type Choice, FACTS, fromReleased } from './released.js'

/** An open answer. Its name is opaque: a number would reveal the order in which people answered. */
export interface OpenAnswer {
  name: string
  question: string
  text: string
  /** `2026-4` */
  quarter: string
  tags: string[]
}

interface Row {
  id: number
  company_id: number
  question: string
  text: string
  quarter: string
}

/** Answers per page. */
const SHOWN = 25
/** Maximum number of answers read at once; the newest of them if there are more. */
export const MAX_ANSWERS_READ = 5000

const nameOf = (id: number) => opaqueName('evaluations.answer', id)

/** Open answers for a filter, in an order that does not reveal who answered first. None for a question with fewer than five answers. */
function openAnswers(choice: Choice): Promise<Row[]> {
  return fromReleased<Row>(
    choice,
    `select * from (
       select f.id, f.company_id, f.activity_key || '.' || f.question_key as question, f.value #>> '{}' as text, r.quarter::text as quarter,
              count(*) over (partition by f.activity_key, f.question_key) as answered
         from ${FACTS}
         join learning_evaluation_questions q on q.version_id = f.version_id and q.activity_key = f.activity_key and q.question_key = f.question_key
        where q.type = 'open') a
      where a.answered >= ${MIN_ANSWERS} order by a.quarter desc, md5(a.id::text) limit ${MAX_ANSWERS_READ}`,
  )
}

async function tagsOf(ids: readonly number[]): Promise<Map<number, string[]>> {
  const rows: { answer_id: number; tag: string }[] = await db
    .from('evaluations_tags')
    .whereIn('answer_id', [...ids])
    .orderBy('tag')
    .select('answer_id', 'tag')
  const found = new Map<number, string[]>()
  for (const { answer_id: id, tag } of rows) found.set(Number(id), [...(found.get(Number(id)) ?? []), tag])
  return found
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** A page of the open answers for a filter, narrowed by words, a question and a tag; and all tags among them. */
export async function findAnswers(
  choice: Choice,
  {
    search = '',
    question,
    tag,
    page = 1,
  }: { search?: string | undefined; question?: string | undefined; tag?: string | undefined; page?: number },
): Promise<{ data: OpenAnswer[]; meta: { total: number; page: number; per_page: number; tags: string[] } }> {
  const all = await openAnswers(choice)
  const tags = await tagsOf(all.map(({ id }) => id))
  const words = plain(search).split(/\s+/).filter(Boolean)
  const found = all.filter(
    (row) =>
      (question === undefined || row.question === question) &&
      (tag === undefined || tags.get(row.id)?.includes(tag)) &&
      words.every((word) => plain(row.text).includes(word)),
  )
  const data = found.slice((page - 1) * SHOWN, page * SHOWN).map(({ id, question: of, text, quarter }) => ({
    ...{ name: nameOf(id), question: of, text, quarter: quarterOf(quarter) },
    tags: tags.get(id) ?? [],
  }))
  return { data, meta: { total: found.length, page, per_page: SHOWN, tags: [...new Set([...tags.values()].flat())].sort() } }
}

/**
 * Replaces the tags of an open answer.
 * @throws AppError 404 for an answer that is not shown
 */
export async function saveTags(
  session: Session,
  { course, name, tags }: { course: number; name: string; tags: readonly string[] },
): Promise<string[]> {
  const row = await withinReach(session, 'evaluations.tag', async () =>
    (await openAnswers({ course })).find(({ id }) => nameOf(id) === name),
  )
  if (!row) throw notFound()
  return inChosenCompany(session, { company: row.company_id, reason: 'evaluations.tag' }, async () => {
    const kept = [...new Set(tags)].sort()
    await db.transaction(async (trx) => {
      await trx.from('evaluations_tags').where('answer_id', row.id).delete()
      const rows = kept.map((tag) => ({ company_id: currentCompanyId(), answer_id: row.id, tag }))
      if (rows.length) await trx.knexQuery().table('evaluations_tags').insert(rows).onConflict(['company_id', 'answer_id', 'tag']).ignore()
    })
    return kept
  })
}
