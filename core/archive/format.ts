import type { Signature } from '../signing/platform_key.js'

/** Increases when an older platform would misread a newer archive. */
export const FORMAT = 1
export const KIND = 'training-platform/company'
/** Purpose of the seal on password hashes. */
export const PASSWORDS = 'core.archive.passwords'
/** Purpose of a manifest's signature. */
export const SIGNED_FOR = 'core.archive'

export const MANIFEST = 'manifest.json'
export const SIGNATURE = 'signature.json'
export const PEOPLE = 'people.jsonl'
export const PLATFORM = 'platform.jsonl'
export const rowsEntry = (table: string) => `rows/${table}.jsonl`
export const fileEntry = (id: number) => `files/${id}`

/** The manifest. It comes last, before its signature, because it lists the length of every other entry. */
export interface Manifest {
  kind: typeof KIND
  format: number
  /** ISO 8601. */
  made_at: string
  platform_version: string
  /** Address of the platform that made it; missing in older archives. */
  platform_url?: string
  company: { login_id: string; name: string }
  /** Rows by table. */
  tables: Record<string, number>
  people: number
  files: number
  /** Ids of files whose content was missing on the disk. */
  missing_files: number[]
  /** Table → why it was left out. */
  stays: Record<string, string>
  /** Every other entry: its size and checksum. */
  entries: Record<string, { size: number; sha256: string }>
}

export type ManifestSignature = Signature

/** A person in an archive. For somebody who is no member of the company, such as the author of a change, only the address. */
export interface ArchivedPerson {
  id: number
  email: string
  member: boolean
  /** Password hash, sealed with the key of the platform that made the archive. No other platform can open it. */
  password_sealed?: string
  [column: string]: unknown
}

/** A row of the platform, or another company, that the company's rows refer to. */
export interface ArchivedKey {
  table: string
  id: number
  key: Record<string, unknown>
}
