import { parseArgs } from 'node:util'
import { AppError } from '#core/contract/errors'
import { inOpenCompany } from '#core/kit/scope'
import { type PlatformInput, addPlatform } from './services/manage.js'

const USE =
  'lti.add_platform --company <login id> --issuer <url> --client-id <id> --deployment <id> --auth-url <url> --token-url <url> --jwks-url <url> [--name <name>] [--audience <url>] [--frame-origin <origin>] [--trusted-domain <domain>]'

/**
 * Connects another learning system to a company and prints one line of JSON.
 * @throws Error whose message is the one line that the operator sees
 */
export async function addPlatformCommand(args: readonly string[]): Promise<void> {
  const one = { type: 'string' } as const
  const several = { type: 'string', multiple: true, default: [] as string[] } as const
  const parse = () =>
    parseArgs({
      args: [...args],
      options: {
        company: one,
        issuer: one,
        'client-id': one,
        deployment: several,
        'auth-url': one,
        'token-url': one,
        'jwks-url': one,
        name: one,
        audience: one,
        'frame-origin': several,
        'trusted-domain': several,
      },
    }).values
  let given: ReturnType<typeof parse>
  try {
    given = parse()
  } catch (error) {
    throw new Error(`${(error as Error).message} Use: ${USE}`, { cause: error })
  }
  const { company, issuer, 'client-id': clientId, 'auth-url': authUrl, 'token-url': tokenUrl, 'jwks-url': jwksUrl } = given
  if (!company || !issuer || !clientId || !authUrl || !tokenUrl || !jwksUrl) throw new Error(`Use: ${USE}`)
  const input: PlatformInput = {
    name: given.name ?? (URL.canParse(issuer) ? new URL(issuer).host : issuer),
    issuer,
    client_id: clientId,
    deployments: given.deployment,
    auth_url: authUrl,
    token_url: tokenUrl,
    jwks_url: jwksUrl,
    public_key: null,
    audience: given.audience ?? null,
    frame_origins: given['frame-origin'],
    trusted_domains: given['trusted-domain'],
    is_active: true,
  }
  const id = await inOpenCompany({ plugin: 'lti', company }, () => addPlatform(input)).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    const [first] = (error.details.errors ?? []) as { field: string; rule: string }[]
    throw new Error(first ? `${first.field}: ${first.rule}` : error.code, { cause: error })
  })
  if (id === null) throw new Error(`There is no open company "${company}" with the plugin lti.`)
  console.log(JSON.stringify({ id, company, issuer, client_id: clientId, deployments: given.deployment }))
}
