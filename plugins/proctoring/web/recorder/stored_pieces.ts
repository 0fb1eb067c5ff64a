import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** A recorded piece that the server has not confirmed yet. */
export interface StoredPiece {
  attempt: number
  source: 'camera' | 'screen'
  number: number
  /** ISO 8601. */
  at: string
  ms: number
  sha256: string
  blob: Blob
}

interface Pieces extends DBSchema {
  pieces: { key: [number, string, number]; value: StoredPiece; indexes: { attempt: number } }
}

let opened: Promise<IDBPDatabase<Pieces>> | undefined

/** Pieces are stored in IndexedDB, so that a reload, a crash or a lost network loses none. */
const database = () =>
  (opened ??= openDB<Pieces>('proctoring', 1, {
    upgrade: (db) => db.createObjectStore('pieces', { keyPath: ['attempt', 'source', 'number'] }).createIndex('attempt', 'attempt'),
  }))

/** @throws DOMException QuotaExceededError on a full disk */
export const storePiece = async (piece: StoredPiece): Promise<void> => void (await (await database()).put('pieces', piece))

/** Pieces of an attempt, oldest first. */
export async function storedPieces(attempt: number): Promise<StoredPiece[]> {
  const pieces = await (await database()).getAllFromIndex('pieces', 'attempt', attempt)
  return pieces.sort((one, other) => one.number - other.number)
}

export const deletePiece = async ({ attempt, source, number }: StoredPiece): Promise<void> =>
  (await database()).delete('pieces', [attempt, source, number])

/** SHA-256 of a piece, hex. */
export async function hashOf(blob: Blob): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer())
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
