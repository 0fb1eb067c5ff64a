import { verifyReport } from './verify.js'

/** `core.verify_isolation_report <path.zip>`: whether a report is as some platform signed it, and whether that was this one. */
export async function verifyReportCommand([path]: readonly string[]): Promise<void> {
  if (!path) throw new Error('Usage: npm run plugin:command -- core.verify_isolation_report <path.zip>')
  const { report, fingerprint, isOurs } = await verifyReport(path)
  console.log(`${report.company.name}, tried as ${report.outsider.name} on ${report.finished_at} at ${report.platform.url}.`)
  for (const [kind, { held, open, nothing }] of Object.entries(report.counts))
    console.log(`${kind}: ${held} held, ${open} open, ${nothing} without a row to ask for.`)
  console.log(report.holds ? 'Everything that was tried was refused.' : 'NOT everything that was tried was refused.')
  console.log(`It is unchanged. Signed by ${isOurs ? 'this platform' : 'ANOTHER platform'}: ${fingerprint}`)
}
