import { Readable } from 'node:stream'
import { DateTime } from 'luxon'
import type { CellValue, ColumnKind } from '#core/contract/lists'
import { ownBranding } from '#core/kit/companies'
import { zone } from '#core/kit/days'
import { FILE_TYPES, peopleFilterViews, spreadsheet } from '#core/kit/lists'
import { translate } from '#core/kit/words'
import { type TableDrawing, tablePdf } from '#core/kit/tasks'
import { conditionPhrases } from '../../contract/condition_words.js'
import type { ReportFormat } from '../validators/definition.js'
import { type Report, batchesOf, countOf, inReport } from '../query/reports.js'
import { columnOf } from '../query/statement.js'

/** Most rows of a file; a larger report needs a filter. */
const MOST_ROWS = 100_000
/** Fewer for a PDF, which is read by people. */
const MOST_PDF_ROWS = 2000

const TYPE: Record<ReportFormat, string> = { ...FILE_TYPES, pdf: 'application/pdf' }

export interface ReportFile {
  stream: Readable
  name: string
  type: string
  /** The number of rows of the report. */
  total: number
}

interface Head {
  header: string
  kind: ColumnKind
  choices: Readonly<Record<string, string>> | undefined
}

/** The columns of the file, labelled in the reader's language. A group of time is the first day of its unit. */
function headsOf({ source, definition, scope }: Report): Head[] {
  const { language } = scope
  const keys = definition.group ? [definition.group.column] : definition.columns
  const heads = keys.map((key): Head => {
    const { kind, label, choices } = columnOf(source, key)
    return { header: translate(language, label), kind: definition.group && kind === 'moment' ? 'day' : kind, choices }
  })
  return definition.group ? [...heads, { header: translate(language, 'reports.result.count'), kind: 'number', choices: undefined }] : heads
}

/** A value in the reader's language; numbers and times keep their type for the sheet. */
function inWords({ kind, choices }: Head, value: CellValue, language: string): CellValue {
  if (value === null) return null
  if (kind === 'flag') return translate(language, value ? 'core.table.yes' : 'core.table.no')
  const message = kind === 'choice' ? choices?.[String(value)] : undefined
  return message ? translate(language, message) : value
}

/** The same as text, for a PDF. */
function asText({ kind }: Head, value: CellValue, language: string): string {
  if (value === null) return ''
  if (kind === 'day' || kind === 'moment') {
    const at = value instanceof Date ? DateTime.fromJSDate(value) : DateTime.fromISO(String(value), { zone: zone() })
    return at
      .setZone(zone())
      .setLocale(language)
      .toLocaleString(kind === 'day' ? DateTime.DATE_MED : DateTime.DATETIME_MED)
  }
  return String(value)
}

/** Printed on the PDF, because nothing else on paper says whose numbers these are and which filters apply. */
async function factsOf({ source, definition, session, scope: { language } }: Report, company: string | null): Promise<string[]> {
  const day = (given: string | undefined) =>
    given ? DateTime.fromISO(given, { zone: 'utc' }).setLocale(language).toLocaleString(DateTime.DATE_MED) : ''
  const people = source.membershipId && Object.keys(definition.people).length ? await peopleFilterViews(session) : []
  const t = (message: string, values?: Record<string, string | number>) => translate(language, message, values)
  const phrases = conditionPhrases(definition, { columns: source.columns, people }, { t, day })
  const some = definition.match === 'any' && definition.filters.length > 1 ? [t('reports.view.any')] : []
  return [...(company ? [company] : []), ...phrases, ...some]
}

async function* tellingRows(batches: AsyncIterable<CellValue[][]>, onRows: (done: number) => Promise<void>) {
  let done = 0
  for await (const rows of batches) {
    yield rows
    await onRows((done += rows.length))
  }
}

/**
 * A report as a file, generated while it is read (a PDF all at once). Its rows are those of the screen: the same query.
 * @param onRows called with the number of rows written
 */
export function fileOf(
  report: Report,
  {
    name,
    format,
    onRows = async () => {},
  }: { name: string; format: ReportFormat; onRows?: (done: number, total: number) => Promise<void> },
): Promise<ReportFile> {
  return inReport(report, async () => {
    const { language } = report.scope
    const heads = headsOf(report)
    const total = await countOf(report)
    const most = format === 'pdf' ? MOST_PDF_ROWS : MOST_ROWS
    const batches = tellingRows(batchesOf(report, most), (done) => onRows(done, Math.max(done, Math.min(total, most))))
    const file = { name: `${name}.${format}`, type: TYPE[format], total }
    if (format !== 'pdf') {
      async function* worded() {
        for await (const rows of batches) yield rows.map((row) => row.map((value, index) => inWords(heads[index]!, value, language)))
      }
      return { ...file, stream: spreadsheet(format, name, heads, worded()) }
    }
    const rows: string[][] = []
    for await (const batch of batches)
      rows.push(...batch.map((row) => row.map((value, index) => asText(heads[index]!, inWords(heads[index]!, value, language), language))))
    const made = DateTime.now().setZone(zone()).setLocale(language).toLocaleString(DateTime.DATETIME_MED)
    const isCut = !report.definition.group && total > MOST_PDF_ROWS
    const words = {
      subtitle: [
        translate(language, 'reports.pdf.made', { when: made }),
        translate(language, isCut ? 'reports.pdf.first' : 'reports.pdf.rows', { count: String(total), shown: String(MOST_PDF_ROWS) }),
      ].join(' · '),
      page: translate(language, 'reports.pdf.page', { page: '{page}', pages: '{pages}' }),
    }
    const branding = report.session.companyId ? await ownBranding() : null
    const drawing: TableDrawing = {
      title: name,
      language,
      color: branding?.primaryColor ?? '#2F4858',
      words,
      facts: await factsOf(report, branding?.companyName ?? null),
      heads: heads.map(({ header, kind }) => ({ header, right: kind === 'number' })),
      rows,
    }
    // Laying out some thousand lines takes a second of CPU.
    const bytes = await tablePdf(drawing)
    return { ...file, stream: Readable.from([Buffer.from(bytes)]) }
  })
}
