import { packagesOrigin } from '#core/kit/packages'
import type { PackageSource } from '../media/media_types.js'
import type { ByteSource } from '../media/video_facts.js'
import { type Manifest, type PackageNote, readManifest } from './manifest.js'
import { PackageError, type PackagedFiles, filesOf, readPackaged } from './package_files.js'

/** The largest number of pages searched for frames, and their largest size. */
const MAX_SEARCHED_PAGES = 100
const MAX_SEARCHED_BYTES = 512 * 1024
const MAX_MANIFEST_BYTES = 4 * 1024 * 1024

export type ReadPackage = Omit<PackageSource, 'hash' | 'size'>

/** Files that identify other standards of learning packages, or a package inside the archive, when there is no SCORM manifest. */
const OTHERS: readonly { code: string; file: RegExp }[] = [
  { code: 'package_cmi5', file: /^cmi5\.xml$/ },
  { code: 'package_xapi', file: /^tincan\.xml$/ },
  { code: 'package_h5p', file: /^h5p\.json$/ },
  { code: 'package_aicc', file: /\.crs$/ },
  { code: 'package_zipped', file: /\.zip$/ },
]

/**
 * Reads a SCORM package: the list of its files and its manifest. Nothing else is unpacked.
 * @param framesPlay whether its pages can show each other in a frame; left out: when packages have their own origin
 * @throws PackageError with the code of why it is refused
 */
export async function readPackage(source: ByteSource, framesPlay?: boolean): Promise<{ read: ReadPackage; notes: PackageNote[] }> {
  const files = await filesOf(source)
  const path = manifestOf(files)
  const bytes = await readPackaged(source, files.get(path)!, MAX_MANIFEST_BYTES)
  const { notes, ...read }: Manifest = readManifest(textOf(bytes), files, path.slice(0, path.lastIndexOf('/') + 1))
  const doPlay = framesPlay ?? (await packagesOrigin('')) !== null
  if (!doPlay && (await hasFrames(source, files))) notes.push({ item: null, code: 'frames_stay_empty' })
  return { read: { kind: 'package', ...read }, notes }
}

/** Whether a page of the package shows another one in a frame: a page without an origin cannot be framed (decision 0243). */
async function hasFrames(source: ByteSource, files: PackagedFiles): Promise<boolean> {
  const pages = files.names().filter((name) => /\.x?html?$/i.test(name) && files.get(name)!.size <= MAX_SEARCHED_BYTES)
  for (const name of pages.slice(0, MAX_SEARCHED_PAGES)) {
    const text = (await readPackaged(source, files.get(name)!, MAX_SEARCHED_BYTES)).toString('latin1')
    // A video on another site is not a page of the package.
    if (/<i?frame\b(?![^>]*\ssrc\s*=\s*["']?(?:https?:)?\/\/)/i.test(text)) return true
  }
  return false
}

/**
 * The path of the manifest: at the top level, or in the only folder of an archive that contains its folder; in any case.
 * @throws PackageError manifest_missing, or the code of the standard that the package follows
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
 * The text of a manifest in its encoding: from its first bytes (XML 1.0, appendix F), else from its declaration, else UTF-8.
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
  // Text that was readable byte by byte so far is not UTF-16, whatever the declaration says after the last tool saved it.
  return /^(?:utf-?16|ucs-?2|unicode$)/i.test(declared) || first === 'efbb' ? 'utf-8' : declared
}
