/** Exams that the trade knows by name; words: `exams.kind.<kind>`. */
export const EXAM_KINDS = ['b_vca', 'vol_vca', 'vil_vcu', 'sog', 'sir'] as const
export type ExamKind = (typeof EXAM_KINDS)[number]

/** What a kind fills in of an exam. An admin may change all of it afterwards; null: nobody told. */
export interface ExamPreset {
  questions: number | null
  minutes: number | null
  /** What passes, in per cent. */
  passPercent: number | null
  validMonths: number | null
  /** When that was so, `yyyy-mm-dd`. Where it comes from: `exams.kind_source.<kind>`. */
  asOf: string
  /** The owner still has to confirm a number. */
  toConfirm: boolean
}

/**
 * B-VCA, VOL-VCA and VIL-VCU as they were until 2025, but for the questions of the latter two, which are those of 2026 (ETT 3.0, one source). What else
 * 2026 changed is not confirmed. Of SOG and SIR no numbers are known.
 */
export const EXAM_PRESETS: Readonly<Record<ExamKind, ExamPreset>> = {
  b_vca: { questions: 40, minutes: 60, passPercent: 64.5, validMonths: 120, asOf: '2025-12-31', toConfirm: true },
  vol_vca: { questions: 60, minutes: 75, passPercent: 64.5, validMonths: 120, asOf: '2026-11-01', toConfirm: true },
  vil_vcu: { questions: 60, minutes: 75, passPercent: 64.5, validMonths: 120, asOf: '2026-11-01', toConfirm: true },
  sog: { questions: null, minutes: null, passPercent: null, validMonths: null, asOf: '2026-11-01', toConfirm: true },
  sir: { questions: null, minutes: null, passPercent: null, validMonths: null, asOf: '2026-11-01', toConfirm: true },
}

/** In which languages an exam may be taken beside those of courses, by their codes. */
export const EXAM_LANGUAGES = ['ar', 'hr', 'no', 'ru'] as const
