import { invalid } from '#core/contract/errors'
import { MAX_ANSWERS, inLanguage } from './parts.js'
import { parseNumber, tidied } from './typed.js'
import type { QuestionContent, QuestionType } from './types.js'

/** Largest absolute value that an author may use. */
export const MAX_VALUE = 1e12

const formatted = (value: number, language: string | null) =>
  new Intl.NumberFormat(language ?? 'en', { maximumFractionDigits: 10 }).format(value)

/** Allows for floating-point rounding in the last bit. */
const isWithin = (value: number, range: { value: number; tolerance: number }) =>
  Math.abs(value - range.value) <= range.tolerance + 1e-9 * Math.max(1, Math.abs(range.value))

/** A number. It is correct within the tolerance of one of the values, and stored as it was typed. */
export const number: QuestionType = {
  name: 'number',
  yamlKeys: ['accepted', 'unit'],
  problems({ content: { ranges = [] } }) {
    return [
      ...(ranges.length ? [] : [{ code: 'accepted_missing', message: 'At least one value must be accepted.' }]),
      ...(ranges.length > MAX_ANSWERS ? [{ code: 'answers_too_many', message: `At most ${MAX_ANSWERS} values can be accepted.` }] : []),
      ...(ranges.some(({ value, tolerance }) => !(Math.abs(value) <= MAX_VALUE && tolerance >= 0 && tolerance <= MAX_VALUE))
        ? [
            {
              code: 'number_out_of_range',
              message: `A value lies between -${MAX_VALUE} and ${MAX_VALUE}, and its tolerance is not negative.`,
            },
          ]
        : []),
    ]
  },
  deal: () => [],
  asked: ({ content }, _dealt, _name, language) => ({
    answers: [],
    options: [],
    unit: inLanguage(content.unit ?? {}, language),
    several: false,
  }),
  /** @throws AppError 422 also `one_answer`, `number_invalid`, `number_ambiguous` */
  read(values) {
    if (values.length > 1) throw invalid('answers', 'one_answer')
    const text = tidied(values[0] ?? '')
    if (!text) throw invalid('answers', 'required')
    const value = parseNumber(text)
    if (typeof value === 'string') throw invalid('answers', value)
    return [text]
  },
  isComplete: (given) => given.length === 1,
  shown: (given) => [...given],
  isRight({ content }, [given = '']) {
    const value = parseNumber(given)
    return typeof value === 'number' && (content.ranges ?? []).some((range) => isWithin(value, range))
  },
  // Pad three decimals with a fourth, because `1.000` could be one or a thousand.
  example: ({ content }) => {
    const plain = (content.ranges?.[0]?.value ?? 0).toLocaleString('en', { useGrouping: false, maximumFractionDigits: 10 })
    return [/^-?[1-9]\d{0,2}\.\d{3}$/.test(plain) ? `${plain}0` : plain]
  },
  right: ({ content }, _name, language) =>
    (content.ranges ?? []).map(({ value, tolerance }) =>
      tolerance ? `${formatted(value - tolerance, language)} – ${formatted(value + tolerance, language)}` : formatted(value, language),
    ),
  words: ({ content }, given) => {
    const units = Object.entries(content.unit ?? {})
    return given.map((typed) =>
      units.length ? Object.fromEntries(units.map(([language, unit]) => [language, `${typed} ${unit}`])) : typed,
    )
  },
  readYaml(fields, language) {
    const items = fields.maps('accepted', ['value', 'tolerance'])
    const ranges = items.flatMap((item) => {
      const value = item.number('value', -MAX_VALUE, MAX_VALUE)
      const tolerance = item.has('tolerance') ? item.number('tolerance', 0, MAX_VALUE) : 0
      return value === null || tolerance === null ? [] : [{ value, tolerance }]
    })
    const content: QuestionContent = { ranges }
    if (fields.has('unit')) content.unit = { [language]: fields.title('unit') ?? '' }
    return { answers: [], options: [], content, complete: items.length > 0 && ranges.length === items.length }
  },
  toYaml: ({ content }, language) => ({
    accepted: (content.ranges ?? []).map(({ value, tolerance }) => ({ value, ...(tolerance && { tolerance }) })),
    ...(content.unit?.[language] && { unit: content.unit[language] }),
  }),
}
