import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { inOpenCompany } from '#core/kit/scope'
import { signTrial } from './services/signed_link.js'

const USE =
  'lti.sign_link --company <login id> --system <its name> --sub <id of the person there> [--name <name>] [--email <address>] [--course <short name>] [--locale nl]'

/**
 * Signs a test link as one of a company's systems would: it works once, for ten minutes. Prints one line of JSON.
 * @throws Error whose message is the one line that the operator sees
 */
export async function signLinkCommand(args: readonly string[]): Promise<void> {
  const one = { type: 'string' } as const
  const parse = () =>
    parseArgs({ args: [...args], options: { company: one, system: one, sub: one, name: one, email: one, course: one, locale: one } }).values
  let given: ReturnType<typeof parse>
  try {
    given = parse()
  } catch (error) {
    throw new Error(`${(error as Error).message} Use: ${USE}`, { cause: error })
  }
  const { company, system, sub, ...claims } = given
  if (!company || !system || !sub) throw new Error(`Use: ${USE}`)
  const url = await inOpenCompany({ plugin: 'lti', company }, async () => ({
    link: await signTrial(system, { sub, jti: randomUUID(), ...claims }),
  }))
  if (!url) throw new Error(`There is no open company "${company}" with the plugin lti.`)
  if (!url.link) throw new Error(`"${company}" has no system "${system}" that is switched on.`)
  console.log(JSON.stringify({ company, system, url: url.link }))
}
