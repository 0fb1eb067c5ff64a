import { type Entry, openPromise } from 'yauzl'
import { type Signature, fingerprintOf, isSigned, publicKey } from '../signing/platform_key.js'
import { type IsolationReport, REPORT_KIND, SIGNED_FOR } from './report.js'
import { MANIFEST, PDF, REPORT, SIGNATURE, sha256 } from './report_task.js'

const MAX_BYTES = 64 * 1024 * 1024

export interface VerifiedReport {
  report: IsolationReport
  fingerprint: string
  /** Signed by this very platform. */
  isOurs: boolean
}

/**
 * Reads a report and checks the signature over its data and its PDF.
 * @throws Error with a one-line reason; reports of format 1 are refused because their PDF was not signed
 */
export async function verifyReport(path: string): Promise<VerifiedReport> {
  const wrong = (what: string) => new Error(`${path}: ${what}`)
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(() => Promise.reject(wrong('is no report')))
  try {
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
    const read = async (name: string): Promise<Buffer> => {
      const entry = entries.get(name)
      if (!entry || entry.uncompressedSize > MAX_BYTES) throw wrong(`has no ${name}`)
      const pieces: Buffer[] = []
      for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer)
      return Buffer.concat(pieces)
    }
    const bytes = await read(REPORT)
    const signature = JSON.parse((await read(SIGNATURE)).toString()) as Signature
    if (!entries.has(MANIFEST)) throw wrong('is of an older format, whose PDF is not signed. Make a new report')
    const manifest = await read(MANIFEST)
    const sums = JSON.parse(manifest.toString()) as Record<string, string>
    const isUnchanged = isSigned(SIGNED_FOR, manifest, signature) && sums[REPORT] === sha256(bytes) && sums[PDF] === sha256(await read(PDF))
    if (!isUnchanged) throw wrong('was changed after it was signed')
    const report = JSON.parse(bytes.toString()) as IsolationReport
    if (report.kind !== REPORT_KIND) throw wrong('is no report')
    return { report, fingerprint: fingerprintOf(signature.key), isOurs: signature.key === (await publicKey()) }
  } finally {
    zip.close()
  }
}
