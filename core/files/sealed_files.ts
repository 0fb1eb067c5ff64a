import { createHash, randomBytes } from 'node:crypto'
import type { FilePurpose } from '../contract/files.js'
import { invalid } from '../contract/errors.js'
import { pluginRegistry } from '../plugins/registry.js'
import { currentCompanyId } from '../tenancy/scope.js'
import { putBytes } from './disk.js'
import { allowedType, type StoredFile, readBytes, store } from './file_store.js'
import { seal, unseal } from './sealing.js'

/** Content type of encrypted files. */
export const SEALED = 'application/octet-stream'

interface SealOptions {
  /** The file name that people see. */
  name: string
  content: Uint8Array
  /** The field that a refusal names. */
  field: string
  /** A 32-byte key. */
  key: Uint8Array
}

/**
 * Stores a file of the running company, encrypted with a key of its owner. It is encrypted in memory, so it is never on the disk in clear.
 * Company archives leave it out. Like `storeFile`, it is unattached until `attachFile`.
 * @throws AppError 422 on `field`: too_large, not_an_image, wrong_file_type; nothing is stored then
 */
export async function storeSealed(purpose: FilePurpose, { name, content, field, key: sealWith }: SealOptions): Promise<StoredFile> {
  const companyId = currentCompanyId()
  pluginRegistry().purpose(purpose.name)
  if (content.byteLength > purpose.maxBytes) throw invalid(field, 'too_large')
  await allowedType(content, purpose.types, field)
  const sealed = seal(sealWith, content)
  const key = `companies/${companyId}/${purpose.name}/${randomBytes(16).toString('hex')}.sealed`
  const row = {
    ...{ company_id: companyId, purpose: purpose.name, key, name, content_type: SEALED },
    ...{ size: sealed.byteLength, sha256: createHash('sha256').update(sealed).digest('hex') },
    ...{ membership_id: null, public_name: null, expires_at: null },
  }
  return store(row, () => putBytes(key, sealed, SEALED))
}

/** Reads such a file. Null when it is gone. @throws Error with another key, or when a byte was changed */
export async function readSealed(id: number, key: Uint8Array, maxBytes: number): Promise<Buffer | null> {
  const sealed = await readBytes(id, maxBytes + 64)
  return sealed && unseal(key, sealed)
}
