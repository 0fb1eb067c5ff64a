import type { PackageSource } from '../media/media_types.js'
import type { ByteSource } from '../media/video_facts.js'
import { type Manifest, type PackageNote, readManifest } from './manifest.js'
import { PackageError, type PackagedFiles, filesOf, readPackaged } from './package_files.js'

const MAX_MANIFEST_BYTES = 4 * 1024 * 1024

export type ReadPackage = Omit<PackageSource, 'hash' | 'size'>

/** What other standards of learning packages are known by, when there is no manifest of SCORM. */
const OTHERS: readonly { code: string; file: RegExp }[] = [
  { code: 'package_cmi5', file: /^cmi5\.xml$/ },
  { code: 'package_xapi', file: /^tincan\.xml$/ },
  { code: 'package_h5p', file: /^h5p\.json$/ },
  { code: 'package_aicc', file: /\.crs$/ },
]

/**
 * Looks at a SCORM package: its files by what it says of itself, and its manifest. Nothing but that is unpacked.
 * @throws PackageError with the code of why it is not taken
 */
export async function readPackage(source: ByteSource): Promise<{ read: ReadPackage; notes: PackageNote[] }> {
  const files = await filesOf(source)
  const path = manifestOf(files)
  const bytes = await readPackaged(source, files.get(path)!, MAX_MANIFEST_BYTES)
  const { notes, ...read }: Manifest = readManifest(textOf(bytes), files, path.slice(0, path.lastIndexOf('/') + 1))
  return { read: { kind: 'package', ...read }, notes }
}

/**
 * The path of the manifest: at the top, or in the one folder that somebody zipped whole; in any letter case.
 * @throws PackageError manifest_missing, or the code of the standard that the package is of
 */
function manifestOf(files: PackagedFiles): string {
  const top = files.nameOf('imsmanifest.xml')
  if (top !== undefined) return top
  const shallow = files.names().filter((name) => name.split('/').length <= 2)
  const fileName = (name: string) => name.slice(name.lastIndexOf('/') + 1).toLowerCase()
  const inFolder = shallow.filter((name) => fileName(name) === 'imsmanifest.xml')
  if (inFolder.length === 1) return inFolder[0]!
  const other = inFolder.length ? undefined : OTHERS.find(({ file }) => shallow.some((name) => file.test(fileName(name))))
  throw new PackageError(other?.code ?? 'manifest_missing')
}

/**
 * The text of a manifest in the encoding that it has: by its first bytes (XML 1.0, appendix F), else by its declaration, else UTF-8.
 * @throws PackageError manifest_invalid
 */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
  } catch {
    throw new PackageError('manifest_invalid')
  }
}

function encodingOf(bytes: Buffer): string {
  const first = bytes.subarray(0, 2).toString('hex')
  if (first === 'fffe' || first === '3c00') return 'utf-16le'
  if (first === 'feff' || first === '003c') return 'utf-16be'
  const declaration = bytes
    .subarray(0, 200)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
  const declared = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(declaration)?.[1] ?? 'utf-8'
  // What could be read so far byte by byte is no UTF-16, whatever the tool that saved it last left in the declaration.
  return /^(?:utf-?16|ucs-?2|unicode$)/i.test(declared) || first === 'efbb' ? 'utf-8' : declared
}
