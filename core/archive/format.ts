import type { Signature } from '../signing/platform_key.js'

/** Goes up when an older platform would read a newer archive wrongly. */
export const FORMAT = 1
export const KIND = 'training-platform/company'
/** Purpose of the seal on hashes of passwords. */
export const PASSWORDS = 'core.archive.passwords'
/** What the signature of a manifest is for. */
export const SIGNED_FOR = 'core.archive'

export const MANIFEST = 'manifest.json'
export const SIGNATURE = 'signature.json'
export const PEOPLE = 'people.jsonl'
export const PLATFORM = 'platform.jsonl'
export const rowsEntry = (table: string) => `rows/${table}.jsonl`
export const fileEntry = (id: number) => `files/${id}`

/** What an archive says of itself; the last entry but its signature, as it says how long each other one is. */
export interface Manifest {
  kind: typeof KIND
  format: number
  /** ISO 8601. */
  made_at: string
  platform_version: string
  /** Address of the platform that made it; older archives do not say. */
  platform_url?: string
  company: { login_id: string; name: string }
  /** Rows by table. */
  tables: Record<string, number>
  people: number
  files: number
  /** Ids of files whose content the disk had lost. */
  missing_files: number[]
  /** Place → why it did not come along. */
  stays: Record<string, string>
  /** Every other entry: in bytes, and what is in it. */
  entries: Record<string, { size: number; sha256: string }>
}

export type ManifestSignature = Signature

/** A person as they go along. Who is no member of the company is known by the address alone: they did something in it. */
export interface CarriedPerson {
  id: number
  email: string
  member: boolean
  /** Hash of the password, sealed with the key of the platform that made the archive: no other platform can open it. */
  password_sealed?: string
  [column: string]: unknown
}

/** A row of the platform, or another company, that rows of the company name. */
export interface CarriedKey {
  table: string
  id: number
  key: Record<string, unknown>
}
