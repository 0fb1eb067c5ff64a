import type { HttpContext } from '@adonisjs/core/http'
import { listPage } from '#core/kit/lists'
import {
  calendarValidator,
  examChangeValidator,
  examValidator,
  momentChangeValidator,
  momentsValidator,
  presenceValidator,
  statusValidator,
  withdrawValidator,
} from '#plugins/exams/server/validators/exams'
import { entryList } from '../lists/entries.js'
import { examList } from '../lists/exams.js'
import { momentList } from '../lists/moments.js'
import { historyOf, setStatus } from '../services/entry_service.js'
import { recordNoShows, setPresence, showDay } from '../services/exam_day.js'
import { reopenFor, startForAll } from '../services/exam_room.js'
import { createExam, examOptions, showExam, updateExam } from '../services/exam_service.js'
import { createMoments, momentsOfMonth, showMoment, showTerms, updateMoment, withdrawMoment } from '../services/moment_service.js'
import { toDay, toEntry, toExam, toHistory, toMoment, toOptions, toShownMoment, toTerms } from '../transformers/exams_transformer.js'

const languageOf = ({ session }: Pick<HttpContext, 'session'>) => session!.row.language

/** Definitions, moments and entries. */
export default class ExamsController {
  async exams(ctx: HttpContext) {
    return listPage(examList, ctx, (row) => toExam(row, languageOf(ctx)))
  }

  async options(ctx: HttpContext) {
    return { data: toOptions(await examOptions(ctx.session!), languageOf(ctx)) }
  }

  async exam(ctx: HttpContext) {
    return { data: toExam(await showExam(ctx.session!, String(ctx.params.id)), languageOf(ctx)) }
  }

  async createExam(ctx: HttpContext) {
    const row = await createExam(ctx.session!, await ctx.request.validateUsing(examValidator))
    ctx.response.status(201)
    return { data: toExam(row, languageOf(ctx)) }
  }

  async updateExam(ctx: HttpContext) {
    const row = await updateExam(ctx.session!, String(ctx.params.id), await ctx.request.validateUsing(examChangeValidator))
    return { data: toExam(row, languageOf(ctx)) }
  }

  async moments(ctx: HttpContext) {
    return listPage(momentList, ctx, (row) => toMoment(row, languageOf(ctx)))
  }

  async calendar(ctx: HttpContext) {
    const rows = await momentsOfMonth(ctx.session!, await calendarValidator.validate(ctx.request.qs()))
    return { data: rows.map((row) => toMoment(row, languageOf(ctx))) }
  }

  async moment(ctx: HttpContext) {
    return { data: toShownMoment(await showMoment(ctx.session!, String(ctx.params.id)), ctx.session!, languageOf(ctx)) }
  }

  async createMoments(ctx: HttpContext) {
    const ids = await createMoments(ctx.session!, await ctx.request.validateUsing(momentsValidator))
    ctx.response.status(201)
    return { data: { ids } }
  }

  /** The provider's terms for people who take the exam, shown to the person who books it. */
  async terms(ctx: HttpContext) {
    return { data: toTerms(await showTerms(ctx.session!, String(ctx.params.id))) }
  }

  async updateMoment(ctx: HttpContext) {
    const row = await updateMoment(ctx.session!, String(ctx.params.id), await ctx.request.validateUsing(momentChangeValidator))
    return { data: toMoment(row, languageOf(ctx)) }
  }

  async withdraw(ctx: HttpContext) {
    const { reason } = await ctx.request.validateUsing(withdrawValidator)
    return { data: toMoment(await withdrawMoment(ctx.session!, String(ctx.params.id), reason), languageOf(ctx)) }
  }

  async entries(ctx: HttpContext) {
    return listPage(entryList, ctx, (row) => toEntry(row, ctx.session!, languageOf(ctx)))
  }

  async setStatus(ctx: HttpContext) {
    const { status, explanation = '' } = await ctx.request.validateUsing(statusValidator)
    const row = await setStatus(ctx.session!, String(ctx.params.id), status, explanation)
    return { data: toEntry(row, ctx.session!, languageOf(ctx)) }
  }

  async day(ctx: HttpContext) {
    return { data: toDay(await showDay(ctx.session!, String(ctx.params.id)), ctx.session!, languageOf(ctx)) }
  }

  async presence(ctx: HttpContext) {
    const row = await setPresence(ctx.session!, String(ctx.params.id), await ctx.request.validateUsing(presenceValidator))
    return { data: toEntry(row, ctx.session!, languageOf(ctx)) }
  }

  async noShows(ctx: HttpContext) {
    return { data: { count: await recordNoShows(ctx.session!, String(ctx.params.id)) } }
  }

  async start(ctx: HttpContext) {
    return { data: { count: await startForAll(ctx.session!, String(ctx.params.id)) } }
  }

  async reopen(ctx: HttpContext) {
    return { data: { minutes: await reopenFor(ctx.session!, String(ctx.params.id)) } }
  }

  async history(ctx: HttpContext) {
    return { data: (await historyOf(ctx.session!, String(ctx.params.id))).map(toHistory) }
  }
}
