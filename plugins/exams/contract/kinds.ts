/** The well-known exams of the trade; words: `exams.kind.<kind>`. */
export const EXAM_KINDS = ['b_vca', 'vol_vca', 'vil_vcu', 'sog', 'sir'] as const
export type ExamKind = (typeof EXAM_KINDS)[number]

/** Registers of diplomas. Words: `exams.register.<register>`. */
export const EXAM_REGISTERS = ['vca', 'sir'] as const
export type ExamRegister = (typeof EXAM_REGISTERS)[number]

/** The fields of an exam that a kind fills in. An admin may change all of them afterwards; null: unknown. */
export interface ExamPreset {
  questions: number | null
  minutes: number | null
  /** The pass mark, in per cent. */
  passPercent: number | null
  validMonths: number | null
  /** The duration with an adjustment, such as reading aloud. Has one source. */
  adjustedMinutes: number | null
  /** The register in which passing is entered. */
  register: ExamRegister | null
  /** The date of these numbers, `yyyy-mm-dd`. Their source: `exams.kind_source.<kind>`. */
  asOf: string
  /** The owner still has to confirm a number. */
  toConfirm: boolean
}

/**
 * B-VCA, VOL-VCA and VIL-VCU with their numbers until 2025, except for the questions of the latter two, which are from 2026 (ETT 3.0, one
 * source). Other changes of 2026 are not confirmed. No numbers are known for SOG and SIR.
 */
export const EXAM_PRESETS: Readonly<Record<ExamKind, ExamPreset>> = {
  b_vca: {
    questions: 40,
    minutes: 60,
    passPercent: 64.5,
    validMonths: 120,
    adjustedMinutes: 75,
    register: 'vca',
    asOf: '2025-12-31',
    toConfirm: true,
  },
  vol_vca: {
    questions: 60,
    minutes: 75,
    passPercent: 64.5,
    validMonths: 120,
    adjustedMinutes: 120,
    register: 'vca',
    asOf: '2026-11-01',
    toConfirm: true,
  },
  vil_vcu: {
    questions: 60,
    minutes: 75,
    passPercent: 64.5,
    validMonths: 120,
    adjustedMinutes: 120,
    register: 'vca',
    asOf: '2026-11-01',
    toConfirm: true,
  },
  sog: {
    questions: null,
    minutes: null,
    passPercent: null,
    validMonths: null,
    adjustedMinutes: null,
    register: null,
    asOf: '2026-11-01',
    toConfirm: true,
  },
  sir: {
    questions: null,
    minutes: null,
    passPercent: null,
    validMonths: null,
    adjustedMinutes: null,
    register: 'sir',
    asOf: '2026-11-01',
    toConfirm: true,
  },
}
