import { defineStatuses } from '#core/contract/statuses'

/** Certificates of the trade that somebody keeps a register of, and all others. Words: `external_courses.kind.<kind>`. */
export const CERTIFICATE_KINDS = ['b_vca', 'vol_vca', 'vil_vcu', 'sir', 'gwo', 'other'] as const
export type CertificateKind = (typeof CERTIFICATE_KINDS)[number]

/** Kinds whose name is the name of the certificate. For the others somebody writes down which one it is. */
export const NAMED_KINDS: Readonly<Partial<Record<CertificateKind, string>>> = { b_vca: 'B-VCA', vol_vca: 'VOL-VCA', vil_vcu: 'VIL-VCU' }

/**
 * Registers that a person looks a certificate up in; none has a public API. Words: `external_courses.register.<register>`. Addresses as of
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
  sir: 'sir',
  gwo: 'winda',
  other: null,
}

/** The register that keeps certificates of this kind; null: none that we know of. */
export const registerOf = (kind: CertificateKind): Register | null => REGISTER_OF[kind]

/** What the register said (specification, section 4: Vca). `unknown`: it does not have the certificate. */
export const CHECKS = ['not_checked', 'unknown', 'valid', 'expired'] as const
export type CheckState = (typeof CHECKS)[number]

export const checkStatuses = defineStatuses('external_courses.check', {
  not_checked: ['neutral', 'question'],
  unknown: ['error', 'absent'],
  valid: ['success', 'success'],
  expired: ['error', 'expired'],
})

/** Whether a supervisor approved what a person uploaded. What a supervisor writes down is approved. */
export const APPROVALS = ['submitted', 'approved', 'refused'] as const
export type Approval = (typeof APPROVALS)[number]

export const approvalStatuses = defineStatuses('external_courses.approval', {
  submitted: ['warning', 'waiting'],
  approved: ['success', 'success'],
  refused: ['error', 'absent'],
})

/** SQL: whether a row proves something: passed, approved, and not denied by the register. @param alias of the table, such as `i` */
export const IS_PROOF = (alias: string) =>
  `${alias}.status = 'passed' and ${alias}.approval = 'approved' and ${alias}.check_state not in ('unknown', 'expired')`
