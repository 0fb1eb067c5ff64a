import type { HttpContext } from '@adonisjs/core/http'

/** The most rows that one export gives; more would keep a person waiting and a server busy. */
export const EXPORT_LIMIT = 10_000

/**
 * Answers with a CSV file.
 * @param name file name without extension, in plain letters
 */
export function sendCsv({ response }: HttpContext, name: string, csv: string): void {
  response.header('Content-Type', 'text/csv; charset=utf-8')
  response.header('Content-Disposition', `attachment; filename="${name.replace(/[^\w.-]+/g, '-')}.csv"`)
  response.header('Cache-Control', 'no-store')
  response.send(csv)
}
