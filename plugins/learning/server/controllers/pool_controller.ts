import type { HttpContext } from '@adonisjs/core/http'
import { AppError } from '#core/contract/errors'
import { readUpload } from '#core/kit/files'
import { listPage } from '#core/kit/lists'
import { poolFileValidator, takeValidator } from '#plugins/learning/server/validators/editor'
import { questionPool } from '../editor/question_pool.js'
import { copyQuestions } from '../editor/copy_questions.js'
import { asEditor, ownCourse } from '../editor/whose_courses.js'
import { questionPoolList } from '../lists/question_pool.js'
import { toPoolQuestion } from '../transformers/editor_transformer.js'
import { exportQuestions } from '../question_exchange/export_questions.js'
import { importQuestions } from '../question_exchange/import_questions.js'
import { MAX_IMPORT_BYTES, RefusedFile } from '../question_exchange/report.js'

const POOL = 'learning.pool'

/** The question pool of a course: listing, import from and export to other systems, and copying questions into a quiz. */
export default class PoolController {
  list(ctx: HttpContext) {
    return listPage(questionPoolList, ctx, (row) => toPoolQuestion(row, ctx.session!.row.language))
  }

  /** All questions that a quiz of the course may use. */
  async index({ params, session }: HttpContext) {
    return asEditor(session!, POOL, async (editor) => ({ data: await questionPool(editor, String(params.course)) }))
  }

  /** Problems in the file's content are not request errors: the report lists them question by question. */
  async import(ctx: HttpContext) {
    const { language, simpler } = await ctx.request.validateUsing(poolFileValidator)
    return asEditor(ctx.session!, POOL, async (editor) => {
      const { id } = await ownCourse(editor, String(ctx.params.course))
      const file = await readUpload(ctx, 'file', MAX_IMPORT_BYTES)
      const bytes = Buffer.from(file.buffer, file.byteOffset, file.length)
      return { data: await importQuestions(id, bytes, { language, simpler }) }
    })
  }

  async export({ params, request, session, response }: HttpContext) {
    const { language } = await request.validateUsing(poolFileValidator)
    const { name, xml } = await asEditor(session!, POOL, async (editor) => {
      const { id, shortname } = await ownCourse(editor, String(params.course))
      const written = await exportQuestions(id, { language }).catch((error: unknown) => {
        if (error instanceof RefusedFile) throw new AppError(422, error.error.code)
        throw error
      })
      return { name: `${shortname}.xml`, xml: written.xml }
    })
    // A course's shortname is letters, digits and hyphens.
    response.header('Content-Disposition', `attachment; filename="${name}"`).header('Content-Type', 'application/xml').send(xml)
  }

  async take({ params, request, session }: HttpContext) {
    const { quiz, keys } = await request.validateUsing(takeValidator)
    return asEditor(session!, POOL, async (editor) => ({
      data: { keys: await copyQuestions(editor, String(params.course), quiz, keys) },
    }))
  }
}
