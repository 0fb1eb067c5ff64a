/** A well-known proof and how long it is valid. People can change what a form fills in from it. */
export interface ProofPreset {
  /** A kind of certificate. In words: `external_courses.kind.<kind>`. */
  kind: 'b_vca' | 'vol_vca' | 'vil_vcu' | 'gpi'
  name: string
  months: number
  /** The date of the number, `yyyy-mm-dd`. */
  asOf: string
}

/** Several or official sources. */
export const PROOF_PRESETS: readonly ProofPreset[] = [
  { kind: 'b_vca', name: 'B-VCA', months: 120, asOf: '2026-11-01' },
  { kind: 'vol_vca', name: 'VOL-VCA', months: 120, asOf: '2026-11-01' },
  { kind: 'vil_vcu', name: 'VIL-VCU', months: 120, asOf: '2026-11-01' },
  { kind: 'gpi', name: 'GPI', months: 12, asOf: '2026-11-01' },
]
