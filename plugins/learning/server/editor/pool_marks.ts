import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AppError, notFound } from '#core/contract/errors'

/** As many as a question itself may have. */
const MOST_TAGS = 20

interface Mark {
  tags: string[]
  archived_at: Date | null
}

/** What the pool says of a question, for changing it; of one that nothing was said of yet it is made. @throws AppError 404 */
async function markOf(trx: TransactionClientContract, question: number): Promise<Mark & { id: number; own: string[] }> {
  const found = await trx.from('learning_questions').where('id', question).select('company_id', 'course_id', 'key', 'tags').first()
  if (!found) throw notFound()
  const { company_id, course_id, key, tags: own } = found
  await trx.knexQuery().table('learning_pool_marks').insert({ company_id, course_id, key }).onConflict(['course_id', 'key']).ignore()
  const mark = await trx.from('learning_pool_marks').where({ course_id, key }).forUpdate().select('id', 'tags', 'archived_at').firstOrFail()
  return { ...mark, own }
}

/** @returns `unchanged` where it has the tag already @throws AppError 404, 409 tags_full */
export async function addTag(trx: TransactionClientContract, question: number, tag: string): Promise<'unchanged' | void> {
  const { id, tags, own } = await markOf(trx, question)
  if ([...own, ...tags].includes(tag)) return 'unchanged'
  if (tags.length + own.length >= MOST_TAGS) throw new AppError(409, 'tags_full')
  await trx
    .from('learning_pool_marks')
    .where('id', id)
    .update({ tags: [...tags, tag] })
}

/**
 * Takes away a tag that it got in the pool. One that stands in the question is changed where the question is.
 * @returns `unchanged` without it @throws AppError 404, 409 tag_in_question
 */
export async function removeTag(trx: TransactionClientContract, question: number, tag: string): Promise<'unchanged' | void> {
  const { id, tags, own } = await markOf(trx, question)
  if (own.includes(tag)) throw new AppError(409, 'tag_in_question')
  if (!tags.includes(tag)) return 'unchanged'
  await trx
    .from('learning_pool_marks')
    .where('id', id)
    .update({ tags: tags.filter((one) => one !== tag) })
}

/** Offers a question to quizzes no more, or again; a quiz that asks it goes on. @returns `unchanged` where it is so @throws AppError 404 */
export async function archiveQuestion(trx: TransactionClientContract, question: number, archived: boolean): Promise<'unchanged' | void> {
  const { id, archived_at: at } = await markOf(trx, question)
  if ((at !== null) === archived) return 'unchanged'
  await trx
    .from('learning_pool_marks')
    .where('id', id)
    .update({ archived_at: archived ? new Date() : null })
}
