import { isDay } from '#core/contract/day'
import { defineStatuses } from '#core/contract/statuses'
import { PROOF_PRESETS } from './contract/presets.js'

/** Kinds of certificates, and `other`. GPI is the general instruction at the gates of construction sites. Texts: `external_courses.kind.<kind>`. */
export const CERTIFICATE_KINDS = ['b_vca', 'vol_vca', 'vil_vcu', 'gpi', 'sir', 'gwo', 'other'] as const
export type CertificateKind = (typeof CERTIFICATE_KINDS)[number]

/** Kinds whose name is the certificate's name. For the others a person types it. */
export const NAMED_KINDS: Readonly<Partial<Record<CertificateKind, string>>> = {
  b_vca: 'B-VCA',
  vol_vca: 'VOL-VCA',
  vil_vcu: 'VIL-VCU',
  gpi: 'GPI',
}

/**
 * Registers in which a person looks up a certificate; none has a public API. Texts: `external_courses.register.<register>`. Addresses as of
 * November 2026.
 */
export const REGISTERS = {
  vca: 'https://cdr.ssvv.nl',
  sir: 'https://www.sir-safe.nl',
  winda: 'https://winda.globalwindsafety.org',
} as const
export type Register = keyof typeof REGISTERS

const REGISTER_OF: Readonly<Record<CertificateKind, Register | null>> = {
  b_vca: 'vca',
  vol_vca: 'vca',
  vil_vcu: 'vca',
  gpi: null,
  sir: 'sir',
  gwo: 'winda',
  other: null,
}

/** The register of this kind; null if there is none. */
export const registerOf = (kind: CertificateKind): Register | null => REGISTER_OF[kind]

/** The result of looking it up (specification, section 4: Vca). `unknown`: the register does not have the certificate. */
export const CHECKS = ['not_checked', 'unknown', 'valid', 'expired'] as const
export type CheckState = (typeof CHECKS)[number]

export const checkStatuses = defineStatuses('external_courses.check', {
  not_checked: ['neutral', 'question'],
  unknown: ['error', 'absent'],
  valid: ['success', 'success'],
  expired: ['error', 'expired'],
})

/** Whether a supervisor approved an uploaded certificate. Those that a supervisor enters are approved. */
export const APPROVALS = ['submitted', 'approved', 'refused'] as const
export type Approval = (typeof APPROVALS)[number]

export const approvalStatuses = defineStatuses('external_courses.approval', {
  submitted: ['warning', 'waiting'],
  approved: ['success', 'success'],
  refused: ['error', 'absent'],
})

/** SQL: whether a row is valid proof: passed, approved, and not denied by the register. @param alias of the table, such as `i` */
export const IS_PROOF = (alias: string) =>
  `${alias}.status = 'passed' and ${alias}.approval = 'approved' and ${alias}.check_state not in ('unknown', 'expired')`

/**
 * The end that a form proposes: the day it was obtained plus the months of its kind's preset. Null without a preset or a day. Pure.
 * @param obtained `yyyy-mm-dd`
 */
export function proposedEnd(kind: string, obtained: string | null): string | null {
  const months = PROOF_PRESETS.find((preset) => preset.kind === kind)?.months
  if (!months || !isDay(obtained)) return null
  const [year, month, day] = obtained.split('-').map(Number) as [number, number, number]
  // The last day of a shorter month, as 28 February for 29 February.
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10)
}
