import type { Access } from './access.js'

/** What a file may be; decided by its content, never by its name or declared type (core/files/types.ts). */
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

/** What is known of a kept file without opening it. */
export interface FileFacts {
  readonly id: number
  readonly purpose: string
  /** As a person reads it and saves it. */
  readonly name: string
  readonly contentType: string
  /** In bytes. */
  readonly size: number
  readonly sha256: string
  /** Whose it is: exported and erased with them. Null: the company's. */
  readonly membershipId: number | null
  readonly createdAt: Date
}

/** Who asks for a file. */
export interface FileReader {
  readonly companyId: number | null
  readonly membershipId: number | null
  readonly can: (permission: string) => boolean
}

/** What a kind of file is for: who may have it, what it may be, how long it stays. */
export interface FilePurpose {
  /** `<plugin>.<what>`; also its folder within the company's. */
  readonly name: string
  /**
   * Who may read it at /api/core/files/{id}: an access rule; `code`: nobody, the plugin
   * hands it out itself (a route of its own, a signed address); `public`: whoever has its address, for ever.
   */
  readonly read: Access | 'code' | 'public'
  /** Asked after `read`, in the company's scope. False answers 404. */
  readonly mayRead?: (file: FileFacts, reader: FileReader) => boolean | Promise<boolean>
  /** Who may upload one at /api/core/uploads; without it only code keeps such files. */
  readonly upload?: Access
  /** SVG can carry script: it is taken from code that ships with the platform, and refused from people. */
  readonly types: readonly FileType[]
  /** Largest one, in bytes. */
  readonly maxBytes: number
  /** Removed after so many days. Without it a file stays as long as what it is attached to. */
  readonly retentionDays?: number
}

/** Declares a purpose; name it in `files` of the plugin, and give it to `keepFile`. */
export function definePurpose(purpose: FilePurpose): FilePurpose {
  return Object.freeze(purpose)
}
