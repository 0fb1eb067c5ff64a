import db from '@adonisjs/lucid/services/db'
import { hashContent } from '../course_import/content_hash.js'
import { storePicture, storeQuestion } from '../course_import/question_pool.js'
import { languagesOf } from './course_languages.js'
import { looksLikeGift, readGift } from './gift_in.js'
import { readMoodle } from './moodle_in.js'
import { type FoundQuestion, type FoundQuestions, type ImportReport, MAX_IMPORT_BYTES, RefusedFile } from './report.js'

interface ImportOptions {
  /** The course language of the file; by default the first language of the course. */
  language?: string | undefined
  /** Imports texts with gaps as questions of simpler types. */
  simpler?: boolean | undefined
}

/**
 * Imports the questions of a Moodle XML or GIFT file into the pool of a course, in one transaction. Questions that cannot be imported are
 * skipped; a faulty file imports nothing; a question whose content is already in the pool is not imported again. Never throws because of a
 * file's content: the report describes it. Runs in the caller's scope, which must see the course.
 */
export async function importQuestions(courseId: number, bytes: Buffer, { language, simpler }: ImportOptions = {}): Promise<ImportReport> {
  const report: ImportReport = { taken: 0, skipped: [], notes: [] }
  try {
    const languages = await languagesOf(courseId)
    const chosen = language ?? languages[0] ?? 'en'
    if (languages.length && !languages.includes(chosen)) {
      throw new RefusedFile({ code: 'language_unknown', message: `The course has no language '${chosen}', but ${languages.join(', ')}.` })
    }
    const found = await readFile(bytes, chosen, simpler)
    report.skipped.push(...found.skipped)
    await keep(courseId, found.questions, report)
    return report
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error
    return { taken: 0, skipped: [], notes: [], error: error.error }
  }
}

async function readFile(bytes: Buffer, language: string, simpler?: boolean): Promise<FoundQuestions> {
  if (bytes.length > MAX_IMPORT_BYTES) {
    throw new RefusedFile({ code: 'file_too_large', message: `A file may have at most ${MAX_IMPORT_BYTES} bytes.` })
  }
  const text = decoded(bytes)
  if (!text.trim()) throw new RefusedFile({ code: 'file_empty', message: 'There is nothing in this file.' })
  return looksLikeGift(text) ? readGift(text, language) : readMoodle(text, language, { simpler })
}

/** UTF-16 without a byte order mark decodes as UTF-8 full of NUL characters, which no text contains. */
function decoded(bytes: Buffer): string {
  try {
    if (!bytes.includes(0)) return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Refused below.
  }
  throw new RefusedFile({ code: 'encoding_invalid', message: 'The file must be saved as UTF-8.' })
}

async function keep(courseId: number, questions: readonly FoundQuestion[], report: ImportReport): Promise<void> {
  await db.transaction(async (trx) => {
    // Serialises imports into one course, so that the second one sees the questions of the first.
    const course = await trx.from('learning_courses').where('id', courseId).forUpdate().select('id', 'company_id').firstOrFail()
    const seen = new Set<string>()
    for (const { name, type, question, picture, notes } of questions) {
      const key = `import/${keyOf(question)}`
      const isTwice = seen.has(key)
      seen.add(key)
      if (picture && !isTwice) await storePicture(course, picture, picture.content, trx)
      const { isNew } = isTwice ? { isNew: false } : await storeQuestion(course, key, { key: keyOf(question), ...question }, trx)
      if (isNew) {
        report.taken += 1
        for (const note of notes) report.notes.push({ name, type, ...note })
      } else {
        const reason = isTwice ? 'It stands in this file twice.' : 'It is in the question pool of this course already, just as it is.'
        report.skipped.push({ name, type, code: isTwice ? 'twice_in_file' : 'already_there', reason })
      }
    }
  })
}

/** Words of the question for readability, and a hash of its content: the same question always has the same key. */
function keyOf(question: FoundQuestion['question']): string {
  const slug = Object.values(question.text)[0]!
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 32)
    .replace(/-+$/, '')
  return [slug, hashContent(question).slice(0, 12)].filter(Boolean).join('-')
}
