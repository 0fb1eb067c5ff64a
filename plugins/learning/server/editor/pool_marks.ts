import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AppError, notFound } from '#core/contract/errors'

/** The largest number of tags of a question. */
const MOST_TAGS = 20

interface Mark {
  tags: string[]
  archived_at: Date | null
}

/** The pool's own data of a question, locked for a change; created if there is none yet. @throws AppError 404 */
async function markOf(trx: TransactionClientContract, question: number): Promise<Mark & { id: number; own: string[] }> {
  const found = await trx.from('learning_questions').where('id', question).select('company_id', 'course_id', 'key', 'tags').first()
  if (!found) throw notFound()
  const { company_id, course_id, key, tags: own } = found
  await trx.knexQuery().table('learning_pool_marks').insert({ company_id, course_id, key }).onConflict(['course_id', 'key']).ignore()
  const mark = await trx.from('learning_pool_marks').where({ course_id, key }).forUpdate().select('id', 'tags', 'archived_at').firstOrFail()
  return { ...mark, own }
}

/** @returns `unchanged` if it has the tag already @throws AppError 404, 409 tags_full */
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
 * Removes a tag that was added in the pool. A tag of the question itself can only be changed in the question.
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

/**
 * Archives a question, so that it is no longer offered for quizzes, or restores it. Quizzes that already use it continue to do so. @returns
 * `unchanged` if it is already in that state @throws AppError 404
 */
export async function archiveQuestion(trx: TransactionClientContract, question: number, archived: boolean): Promise<'unchanged' | void> {
  const { id, archived_at: at } = await markOf(trx, question)
  if ((at !== null) === archived) return 'unchanged'
  await trx
    .from('learning_pool_marks')
    .where('id', id)
    .update({ archived_at: archived ? new Date() : null })
}
