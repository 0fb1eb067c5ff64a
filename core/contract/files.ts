import type { Access } from './access.js'

/** Supported file types. The type is detected from the content, never from the name or the declared type (core/files/types.ts). */
export const FILE_TYPES = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  zip: 'application/zip',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  csv: 'text/csv',
  txt: 'text/plain',
} as const
export type FileType = keyof typeof FILE_TYPES

/** Metadata of a stored file. */
export interface FileFacts {
  readonly id: number
  readonly purpose: string
  /** The name shown to people and used for downloads. */
  readonly name: string
  readonly contentType: string
  /** In bytes. */
  readonly size: number
  readonly sha256: string
  /** The owner; the file is exported and erased with them. Null: the company. */
  readonly membershipId: number | null
  readonly createdAt: Date
}

/** The person who requests a file. */
export interface FileReader {
  readonly companyId: number | null
  readonly membershipId: number | null
  readonly can: (permission: string) => boolean
}

/** Rules for one kind of file: who may read it, its types and size, and how long it is kept. */
export interface FilePurpose {
  /** `<plugin>.<name>`; also its folder within the company's folder. */
  readonly name: string
  /**
   * Who may read it at /api/core/files/{id}. An access rule; `code`: nobody, the plugin serves it
   * itself (its own route or a signed address); `public`: anyone with the address, without an end.
   */
  readonly read: Access | 'code' | 'public'
  /** A further check after `read`, in the company's scope. False answers 404. */
  readonly mayRead?: (file: FileFacts, reader: FileReader) => boolean | Promise<boolean>
  /** Who may upload one at /api/core/uploads. Without it only code stores such files. */
  readonly upload?: Access
  /** SVG can contain scripts, so it is accepted only from the platform's own code. */
  readonly types: readonly FileType[]
  /** Maximum size in bytes. */
  readonly maxBytes: number
  /** Deleted after this many days. Without it, a file is kept as long as the record it belongs to. */
  readonly retentionDays?: number
}

/** Declares a purpose. Add it to `files` of the plugin, and pass it to `storeFile`. */
export function definePurpose(purpose: FilePurpose): FilePurpose {
  return Object.freeze(purpose)
}
