import db from '@adonisjs/lucid/services/db'
import { languagesOf } from './course_languages.js'
import { RefusedFile, type FileError, type Remark } from './report.js'
import { type PictureContent, type PooledQuestion, hasUnevenShares, nameFor, toMoodle } from './moodle_out.js'

export interface ExportReport {
  /** Questions in the file. */
  written: number
  skipped: Remark[]
  /** Questions that differ a little in Moodle. */
  notes: Remark[]
  error?: FileError
}

/**
 * Exports the pool of a course as Moodle XML in one language: the newest revision of each question that is not archived.
 * @throws RefusedFile `language_unknown`
 */
export async function exportQuestions(
  courseId: number,
  { language }: { language?: string | undefined } = {},
): Promise<{ xml: string; report: ExportReport }> {
  const languages = await languagesOf(courseId)
  const chosen = language ?? languages[0] ?? 'en'
  if (languages.length && !languages.includes(chosen)) {
    throw new RefusedFile({ code: 'language_unknown', message: `The course has no language '${chosen}', but ${languages.join(', ')}.` })
  }
  const questions: PooledQuestion[] = await db
    .from('learning_questions as q')
    .leftJoin('learning_pool_marks as m', (on) => on.on('m.course_id', 'q.course_id').andOn('m.key', 'q.key'))
    .where('q.course_id', courseId)
    .whereNull('m.archived_at')
    .distinctOn('q.key')
    .orderBy([{ column: 'q.key' }, { column: 'q.revision', order: 'desc' }])
    .select('q.key', 'q.type', 'q.text', 'q.answers', 'q.content', 'q.picture', 'q.feedback_correct', 'q.feedback_incorrect')
    .select(db.raw(`array(select distinct tag from unnest(q.tags || coalesce(m.tags, '{}')) tag order by tag) as tags`))
  const report: ExportReport = { written: 0, skipped: [], notes: [] }
  const parts: string[] = []
  for (const question of questions) {
    // One question at a time, so that the pictures of the whole pool are never in memory together.
    const picture: PictureContent | null = question.picture
      ? await db.from('learning_pictures').where('hash', question.picture.hash).select('content', 'content_type').first()
      : null
    const written = toMoodle(question, chosen, picture)
    if (written) {
      parts.push(written)
      if (hasUnevenShares(question)) {
        const reason =
          'Moodle has no equal grades for 11 to 19 right answers: some count for 10 %, others for 5 %. All of them together are 100 %.'
        report.notes.push({ name: nameFor(question, chosen), type: question.type, code: 'shares_uneven', reason })
      }
    } else {
      const reason = 'Moodle has no question in which marked areas of a picture, right and wrong ones, are chosen.'
      report.skipped.push({ name: nameFor(question, chosen), type: question.type, code: 'type_not_written', reason })
    }
  }
  report.written = parts.length
  return { xml: `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${parts.join('\n')}\n</quiz>\n`, report }
}
