import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { VersionPicture } from '../services/version_content.js'
import { hashContent } from './content_hash.js'
import type { QuizQuestionSource } from './course_types.js'
import { insertReturningId } from './insert.js'
import type { PictureSource } from './pictures.js'

/** A question as stored in the pool: its picture is a row of learning_pictures. */
export type PoolQuestion = Omit<QuizQuestionSource, 'picture' | 'pictureAlt'> & { picture: VersionPicture | null }

/** The parts of a course have the same owner as the course: the platform (null) or one company. */
const ownerOf = ({ company_id: id = null }: { company_id?: number | null }) => ({ company_id: id })

/**
 * Puts a question into the pool of a course. An unchanged question keeps its row. A changed one becomes its next revision; attempts keep
 * their own revision.
 * @param key unique in the course
 */
export async function storeQuestion(
  course: { id: number; company_id?: number | null },
  key: string,
  question: PoolQuestion,
  trx: TransactionClientContract,
): Promise<{ id: number; isNew: boolean }> {
  const hash = hashContent(question)
  const latest = await trx.from('learning_questions').where({ course_id: course.id, key }).orderBy('revision', 'desc').first()
  if (latest?.content_hash === hash) return { id: latest.id, isNew: false }
  const id = await insertReturningId(trx, 'learning_questions', {
    course_id: course.id,
    ...ownerOf(course),
    key,
    revision: (latest?.revision ?? 0) + 1,
    type: question.type,
    text: JSON.stringify(question.text),
    answers: JSON.stringify(question.answers),
    content: JSON.stringify(question.content),
    picture: question.picture && JSON.stringify(question.picture),
    tags: question.tags,
    feedback_correct: JSON.stringify(question.feedbackCorrect),
    feedback_incorrect: JSON.stringify(question.feedbackIncorrect),
    lesson_key: question.lesson,
    content_hash: hash,
  })
  return { id, isNew: true }
}

/** Stores a picture by its hash. A picture that is already stored has the same content. */
export async function storePicture(
  course: { company_id?: number | null },
  { hash, contentType }: Pick<PictureSource, 'hash' | 'contentType'>,
  content: Buffer,
  trx: TransactionClientContract,
): Promise<void> {
  const row = { ...ownerOf(course), hash, content_type: contentType, content }
  await trx.knexQuery().table('learning_pictures').insert(row).onConflict(['company_id', 'hash']).ignore()
}
