import type { PackageSource } from '../media/media_types.js'
import type { ByteSource } from '../media/video_facts.js'
import { type Manifest, type PackageNote, readManifest } from './manifest.js'
import { PackageError, filesOf, readPackaged } from './package_files.js'

const MAX_MANIFEST_BYTES = 4 * 1024 * 1024

export type ReadPackage = Omit<PackageSource, 'hash' | 'size'>

/**
 * Looks at a SCORM package: its files by what it says of itself, and its manifest. Nothing but that is unpacked.
 * @throws PackageError with the code of why it is not taken
 */
export async function readPackage(source: ByteSource): Promise<{ read: ReadPackage; notes: PackageNote[] }> {
  const files = await filesOf(source)
  const manifest = files.get('imsmanifest.xml')
  if (!manifest) throw new PackageError('manifest_missing')
  const bytes = await readPackaged(source, manifest, MAX_MANIFEST_BYTES)
  const { notes, ...read }: Manifest = readManifest(textOf(bytes), new Set(files.keys()))
  return { read: { kind: 'package', ...read }, notes }
}

function textOf(bytes: Buffer): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  try {
    return new TextDecoder(isWide ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new PackageError('manifest_invalid')
  }
}
