import { invalid } from '../contract/errors.js'
import { isPlainLine } from '../contract/plain_line.js'
import type { ExtraAnswers } from '../contract/registration.js'

export interface Metadata {
  /** Name or login id of the company, as the person typed it. */
  company: string
  extra: ExtraAnswers
}

const MAX_ANSWERS = 100

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The JSON that the specification adds to a registration (section 3): the company, and the answers to its questions.
 * @throws AppError 422 on `metadata` (json) for anything else
 */
export function readMetadata(text: string | undefined): Metadata {
  const given = parse(text?.trim() || '{}')
  const company = given.company ?? ''
  const extra = given.extra ?? {}
  if (typeof company !== 'string' || company.length > 200 || (company && !isPlainLine(company))) throw invalid('metadata', 'json')
  if (!isRecord(extra) || Object.keys(extra).length > MAX_ANSWERS) throw invalid('metadata', 'json')
  for (const value of Object.values(extra)) {
    if (typeof value !== 'string' && typeof value !== 'boolean') throw invalid('metadata', 'json')
  }
  return { company: company.trim(), extra: extra as ExtraAnswers }
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (isRecord(value)) return value
  } catch {
    // Reported below.
  }
  throw invalid('metadata', 'json')
}
