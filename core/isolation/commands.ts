import { verifyReport } from './verify.js'

/** `core.verify_isolation_report <path.zip>`: prints whether a report is unchanged since it was signed, and which platform signed it. */
export async function verifyReportCommand([path]: readonly string[]): Promise<void> {
  if (!path) throw new Error('Usage: npm run plugin:command -- core.verify_isolation_report <path.zip>')
  const { report, fingerprint, isOurs } = await verifyReport(path)
  console.log(
    `${report.company.name}, tried as ${report.outsiders.map(({ name }) => name).join(', ')} on ${report.finished_at} at ${report.platform.url}.`,
  )
  for (const [kind, { held, open, unproven, nothing }] of Object.entries(report.counts))
    console.log(`${kind}: ${held} held, ${open} open, ${unproven} not proven by HTTP, ${nothing} without a row to ask for.`)
  console.log(report.holds ? 'Everything that was tried was refused.' : 'NOT everything that was tried was refused.')
  console.log(`Report and PDF are unchanged. Signed by ${isOurs ? 'this platform' : 'ANOTHER platform'}: ${fingerprint}`)
}
