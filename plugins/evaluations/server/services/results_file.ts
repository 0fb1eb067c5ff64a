import { Readable } from 'node:stream'
import { DateTime } from 'luxon'
import type { CellValue, ColumnKind } from '#core/contract/lists'
import { zone } from '#core/kit/days'
import { FILE_TYPES, spreadsheet } from '#core/kit/lists'
import { textIn, translate } from '#core/kit/words'
import { tablePdf } from '#core/kit/tasks'
import type { EvaluationResults, QuestionResult } from '../../results.js'
import type { SecondResults } from '../../second.js'
import { findAnswers, MAX_ANSWERS_READ } from './answers.js'
import { weeksOf } from './later.js'
import type { Choice } from './released.js'
import { resultsOf } from './results.js'
import { secondResults } from './second_results.js'

export const FORMATS = ['csv', 'xlsx', 'pdf'] as const
export type ResultFormat = (typeof FORMATS)[number]
export const TYPES: Record<ResultFormat, string> = { ...FILE_TYPES, pdf: 'application/pdf' }

const COLUMNS: [key: string, kind: ColumnKind][] = [
  ['question', 'text'],
  ['kind', 'text'],
  ['answer', 'text'],
  ['count', 'number'],
  ['share', 'number'],
  ['average', 'number'],
]

/** One row for each possible answer, with how often it was given; one row for each open answer. */
function linesOf(language: string, question: QuestionResult, texts: readonly string[]): CellValue[][] {
  const head = [textIn(question.text, language), translate(language, `evaluations.kind.${question.type}`)]
  if (question.hidden) return [[...head, translate(language, 'evaluations.too_few'), null, null, null]]
  if (question.type === 'open') return texts.map((text) => [...head, text, null, null, null])
  return question.counts.map(({ key, text, count }) => [
    ...head,
    ...[text ? textIn(text, language) : key, count, shareOf(count, question.answered), rounded(question.average)],
  ])
}

const shareOf = (count: number, of: number) => Math.round((count / of) * 1000) / 10
const rounded = (average: number | null) => (average === null ? null : Math.round(average * 100) / 100)

/** The rows of a second evaluation, in the same columns. Its questions name who was asked. */
function linesOfSecond(language: string, { about, responses, scales, remarks }: SecondResults): CellValue[][] {
  const t = (message: string, values?: Record<string, string>) => translate(language, message, values)
  const headOf = (question: string, type: QuestionResult['type']) => [
    t('evaluations.file.later', { people: t(`evaluations.later.${about}`), question }),
    t(`evaluations.kind.${type}`),
  ]
  const tooFew = [t('evaluations.too_few'), null, null, null]
  const closed = scales.flatMap(({ key, answered, average, counts }) => {
    const head = headOf(t(`evaluations.later.${about}_${key}`), 'scale')
    if (responses === 0) return [[...head, ...tooFew]]
    return counts.map(({ key: value, count }) => [...head, value, count, shareOf(count, answered), rounded(average)])
  })
  const open = headOf(t('evaluations.file.remark'), 'open')
  return [...closed, ...(remarks.length ? remarks.map((text) => [...open, text, null, null, null]) : [[...open, ...tooFew]])]
}

/** The second evaluation's rows; none for a course that is not evaluated again and never was. */
async function secondLines(choice: Choice & { course: number }, language: string): Promise<CellValue[][]> {
  const second = await secondResults(choice, MAX_ANSWERS_READ)
  const isAsked = (await weeksOf(choice.course)) !== null || second.some(({ responses }) => responses > 0)
  return isAsked ? second.flatMap((results) => linesOfSecond(language, results)) : []
}

async function allTexts(choice: Choice): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (let page = 1; ; page++) {
    const { data, meta } = await findAnswers(choice, { page })
    for (const { question, text } of data) found.set(question, [...(found.get(question) ?? []), text])
    if (page * meta.per_page >= meta.total) return found
  }
}

/** Results as a file, in the reader's language. @throws AppError 404 as `resultsOf` */
export async function resultsFile(
  choice: Choice & { course: number },
  { format, language }: { format: ResultFormat; language: string },
): Promise<{ name: string; stream: Readable }> {
  const results: EvaluationResults = await resultsOf(choice)
  const texts = await allTexts(choice)
  const first = results.questions.flatMap((question) => linesOf(language, question, texts.get(question.key) ?? []))
  const rows = [...first, ...(await secondLines(choice, language))]
  const course = textIn(results.course.name, language)
  const t = (message: string, values?: Record<string, string | number>) => translate(language, message, values)
  const title = t('evaluations.file.name', { course })
  const name = `${title}.${format}`
  const heads = COLUMNS.map(([key, kind]) => ({ header: t(`evaluations.file.${key}`), kind }))
  if (format !== 'pdf') {
    async function* batches() {
      yield rows
    }
    return { name, stream: spreadsheet(format, course, heads, batches()) }
  }
  const made = DateTime.now().setZone(zone()).setLocale(language).toLocaleString(DateTime.DATETIME_MED)
  const write = new Intl.NumberFormat(language)
  const bytes = await tablePdf({
    ...{ title, language, color: '#2F4858' },
    words: {
      subtitle: t('evaluations.file.made', { made, responses: results.responses }),
      page: t('evaluations.file.page', { page: '{page}', pages: '{pages}' }),
    },
    facts: [t('evaluations.privacy')],
    heads: heads.map(({ header, kind }) => ({ header, right: kind === 'number' })),
    rows: rows.map((row) => row.map((value) => (typeof value === 'number' ? write.format(value) : String(value ?? '')))),
  })
  return { name, stream: Readable.from([Buffer.from(bytes)]) }
}
