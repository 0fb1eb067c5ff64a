import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { invalid, notFound } from '#core/contract/errors'
import { hashContent } from '../course_import/content_hash.js'
import type { PictureSource } from '../course_import/pictures.js'
import type { VersionPicture } from '../services/version_content.js'
import { EXTENSIONS } from './course_pictures.js'
import { questionKey } from './draft_parts.js'
import { findDraft } from './draft_store.js'
import type { QuestionPart } from './draft_types.js'
import { type Editor, ownCourse } from './whose_courses.js'

interface PoolRow {
  key: string
  type: QuestionPart['type']
  text: QuestionPart['text']
  answers: QuestionPart['answers']
  content: QuestionPart['content']
  picture: VersionPicture | null
  tags: string[]
  feedback_correct: QuestionPart['feedbackCorrect']
  feedback_incorrect: QuestionPart['feedbackIncorrect']
  lesson_key: string | null
}

/** The key of a pool question in a quiz: the last part of its pool key, so that an unchanged question is recognised as the same one. */
export const keyInQuiz = (poolKey: string) => poolKey.slice(poolKey.lastIndexOf('/') + 1)

/**
 * Copies questions of a course's pool into a quiz of its draft, each as a separate part. The quiz's own part decides which of them it uses
 * and in which order. A question that is already in the quiz is not changed.
 * @param keys in the pool
 * @returns the keys of the questions in the quiz, in the order of `keys`
 * @throws AppError 404 for an unknown course or quiz; 422 on `keys` for a key that is not in the pool
 */
export async function copyQuestions(editor: Editor, courseId: string | number, quiz: string, keys: readonly string[]): Promise<string[]> {
  const { id } = await ownCourse(editor, courseId)
  return db.transaction(async (trx) => {
    const { draft } = await findDraft(editor, id, trx)
    const [part] = await trx.from('learning_draft_parts').where({ draft_id: draft.id, kind: 'activity', key: quiz }).select('content')
    if (part?.content.type !== 'quiz') throw notFound()
    const rows: PoolRow[] = await trx
      .from('learning_questions')
      .where('course_id', id)
      .whereIn('key', [...keys])
      .distinctOn('key')
      .orderBy([{ column: 'key' }, { column: 'revision', order: 'desc' }])
    const found = new Map(rows.map((row) => [row.key, row]))
    if (keys.some((key) => !found.has(key))) throw invalid('keys', 'unknown')
    const owner = { company_id: editor.owner, draft_id: draft.id }
    const pictures = await draftPictures(trx, draft.id)
    const there = await questionsThere(trx, draft.id, quiz)
    const taken: string[] = []
    for (const key of keys) {
      const { picture, ...row } = found.get(key)!
      const path = picture && (pictures.get(picture.hash) ?? (await addPicture(trx, owner, picture)))
      if (picture && path) pictures.set(picture.hash, path)
      const question: QuestionPart = {
        type: row.type,
        text: row.text,
        answers: row.answers,
        content: row.content,
        picture: path,
        pictureAlt: picture?.alt ?? {},
        tags: row.tags,
        feedbackCorrect: row.feedback_correct,
        feedbackIncorrect: row.feedback_incorrect,
        lesson: row.lesson_key,
      }
      const name = freeKey(there, keyInQuiz(key), hashContent(question))
      if (!there.has(name)) await insertPart(trx, { ...owner, kind: 'question', key: questionKey(quiz, name), content: question })
      there.set(name, hashContent(question))
      taken.push(name)
    }
    return [...new Set(taken)]
  })
}

/** Key in the quiz → hash of the question's content. */
async function questionsThere(trx: TransactionClientContract, draftId: number, quiz: string): Promise<Map<string, string>> {
  const rows = await trx
    .from('learning_draft_parts')
    .where({ draft_id: draftId, kind: 'question' })
    .whereLike('key', `${quiz}/%`)
    .select('key', 'content')
  return new Map(rows.map(({ key, content }) => [keyInQuiz(key as string), hashContent(content)]))
}

/** The question's own key, unless another question of the quiz uses it. Pure. */
function freeKey(there: ReadonlyMap<string, string>, key: string, hash: string): string {
  const isFree = (name: string) => (there.get(name) ?? hash) === hash
  let name = key
  for (let n = 2; !isFree(name); n++) name = `${key}-${n}`
  return name
}

/** Hash → path of the pictures in a draft. */
async function draftPictures(trx: TransactionClientContract, draftId: number): Promise<Map<string, string>> {
  const rows = await trx.from('learning_draft_parts').where({ draft_id: draftId, kind: 'picture' }).select('key', 'content')
  return new Map(rows.map(({ key, content }) => [(content as PictureSource).hash, key as string]))
}

async function addPicture(
  trx: TransactionClientContract,
  owner: { company_id: number | null; draft_id: number },
  { hash, width, height }: VersionPicture,
): Promise<string> {
  const { content_type: contentType } = await trx
    .from('learning_pictures')
    .where('hash', hash)
    .where((query) => void (owner.company_id === null ? query.whereNull('company_id') : query.where('company_id', owner.company_id)))
    .select('content_type')
    .firstOrFail()
  const picture: PictureSource = { hash, contentType, width, height }
  const path = `pictures/${hash.slice(0, 16)}.${EXTENSIONS[picture.contentType]}`
  await insertPart(trx, { ...owner, kind: 'picture', key: path, content: picture })
  return path
}

async function insertPart(trx: TransactionClientContract, part: { draft_id: number; kind: string; key: string; content: unknown }) {
  await trx
    .knexQuery()
    .table('learning_draft_parts')
    .insert({ ...part, content: JSON.stringify(part.content) })
    .onConflict(['draft_id', 'kind', 'key'])
    .ignore()
}
