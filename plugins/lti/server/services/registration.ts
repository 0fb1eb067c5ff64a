import logger from '@adonisjs/core/services/logger'
import { randomBytes } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import { AppError, conflict, notFound } from '#core/contract/errors'
import { type CompanyFacts, ownBranding, ownCompany } from '#core/kit/companies'
import { type Session, currentCompanyId, inChosenCompany, inCompanyOfToken } from '#core/kit/scope'
import { platformUrl } from '#core/kit/settings'
import { UnreachableError, assertOutside, fetchOutside } from '#core/kit/federation'
import { SCOPE, part, textOf } from './claims.js'
import { addPlatform, toolAddresses } from './manage.js'
import { offeredLanguages, translate } from '#core/kit/words'
import { readyKey } from './own_keys.js'
import { publishKeys } from './published_keys.js'

const DAYS = 7
const TOOL = 'https://purl.imsglobal.org/spec/lti-tool-configuration'
const PLATFORM = 'https://purl.imsglobal.org/spec/lti-platform-configuration'

/** An address with which one platform registers itself in this company, once, within a week. */
export const invite = (session: Session, company: number): Promise<{ url: string; expires_at: string }> =>
  inChosenCompany(session, { company, reason: 'lti.platforms.invite' }, async () => {
    const token = randomBytes(24).toString('base64url')
    const expiresAt = new Date(Date.now() + DAYS * 86_400_000)
    await readyKey()
    await db.transaction(async (trx) => {
      await trx.table('lti_invitations').insert({ company_id: currentCompanyId(), token, expires_at: expiresAt })
      await publishKeys(trx)
    })
    return { url: await platformUrl(`/lti/register?token=${token}`), expires_at: expiresAt.toISOString() }
  })

/** @throws AppError 409 registration_over */
async function useInvitation(token: string, work: () => Promise<void>): Promise<void> {
  const [mine] = await db
    .from('lti_invitations')
    .where({ company_id: currentCompanyId(), token })
    .whereNull('used_at')
    .where('expires_at', '>', new Date())
    .update({ used_at: new Date() })
    .returning('id')
  if (!mine) throw conflict('registration_over')
  try {
    await work()
  } catch (error) {
    // Nothing was stored: it can be tried again.
    await db.from('lti_invitations').where({ company_id: currentCompanyId(), token }).update({ used_at: null })
    throw error
  }
}

export interface RegistrationRequest {
  token: string | null
  configuration: string | null
  registrationToken: string | null
}

/**
 * Registers us at a platform (LTI dynamic registration), and the platform in the company whose admin created the token.
 * @returns the platform's name
 * @throws AppError 404 for an unknown token; 409 registration_over, registration_refused with `detail`
 */
export async function register({ token, configuration, registrationToken }: RegistrationRequest): Promise<string> {
  if (!token) throw notFound()
  return inCompanyOfToken({ plugin: 'lti', table: 'lti_invitations', token }, async () => {
    let name = ''
    await useInvitation(token, async () => {
      name = await exchange(configuration, registrationToken).catch((error: unknown) => {
        if (error instanceof AppError && error.code !== 'validation_failed') throw error
        throw conflict('registration_refused', { detail: error instanceof Error ? error.message.slice(0, 200) : '' })
      })
    })
    return name
  })
}

async function exchange(configuration: string | null, registrationToken: string | null): Promise<string> {
  if (!configuration || !URL.canParse(configuration)) throw new UnreachableError('No address of a configuration.')
  const described = (await json(configuration, {})) as Record<string, unknown>
  const [issuer, endpoint] = [textOf(described.issuer), textOf(described.registration_endpoint)]
  const [authUrl, tokenUrl, jwksUrl] = [described.authorization_endpoint, described.token_endpoint, described.jwks_uri].map((value) =>
    textOf(value),
  )
  if (!issuer || !endpoint || !authUrl || !tokenUrl || !jwksUrl) throw new UnreachableError('The configuration is not complete.')
  // A made-up configuration address must not speak for another platform.
  if (!URL.canParse(issuer) || new URL(issuer).origin !== new URL(configuration).origin)
    throw new UnreachableError('The configuration is of another issuer.')
  await assertOutside(new URL(authUrl), { local: true })
  const [addresses, company] = await Promise.all([toolAddresses(), ownCompany()])
  const made = (await json(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(registrationToken && { authorization: `Bearer ${registrationToken}` }) },
    body: JSON.stringify(toolOf(addresses, company, await logoOf())),
  })) as Record<string, unknown>
  const clientId = textOf(made.client_id, 255)
  if (!clientId) throw new UnreachableError('The platform gave no client id.')
  const deployment = textOf(part(made, TOOL).deployment_id, 255)
  const product = textOf(part(described, PLATFORM).product_family_code, 100)
  const name = [product, new URL(issuer).host].filter(Boolean).join(' · ')
  await addPlatform({
    name,
    issuer,
    client_id: clientId,
    deployments: deployment ? [deployment] : [],
    auth_url: authUrl,
    token_url: tokenUrl,
    jwks_url: jwksUrl,
    public_key: null,
    audience: textOf(described.authorization_server),
    frame_origins: [],
    trusted_domains: [],
    is_active: true,
  })
  return name
}

/** The public address of the company's logo. */
async function logoOf(): Promise<string | null> {
  const { logoUrl } = await ownBranding()
  return logoUrl && platformUrl(logoUrl)
}

/** Our own configuration. The placements show a link in the lists from which teachers select an activity or content. */
function toolOf(
  { login, launch, jwks }: Awaited<ReturnType<typeof toolAddresses>>,
  { name, loginId, defaultLanguage }: CompanyFacts,
  logo: string | null,
): object {
  const description = translate(offeredLanguages().includes(defaultLanguage) ? defaultLanguage : 'en', 'lti.register.description', { name })
  return {
    application_type: 'web',
    response_types: ['id_token'],
    grant_types: ['implicit', 'client_credentials'],
    initiate_login_uri: login,
    redirect_uris: [launch],
    client_name: name,
    ...(logo && { logo_uri: logo }),
    jwks_uri: `${jwks}?company=${encodeURIComponent(loginId)}`,
    token_endpoint_auth_method: 'private_key_jwt',
    scope: [SCOPE.lineItem, SCOPE.score, SCOPE.roster].join(' '),
    [TOOL]: {
      domain: new URL(launch).host,
      description,
      target_link_uri: launch,
      claims: ['iss', 'sub', 'name', 'given_name', 'family_name', 'email', 'locale'],
      messages: [
        { type: 'LtiResourceLinkRequest' },
        {
          type: 'LtiDeepLinkingRequest',
          target_link_uri: launch,
          label: name,
          placements: ['ContentArea', 'ContentItemSelection', 'link_selection', 'assignment_selection'],
          ...(logo && { icon_uri: logo }),
        },
      ],
    },
  }
}

async function json(url: string, request: Parameters<typeof fetchOutside>[1]): Promise<unknown> {
  const answer = await fetchOutside(url, { ...request, local: true }).catch((error: unknown) => {
    logger.info({ err: error, url }, 'a configuration or registration does not answer')
    // Not the network's own error: it would reveal which ports are open.
    throw new UnreachableError(`${new URL(url).host} cannot be reached.`)
  })
  if (!answer.ok) throw new UnreachableError(`${new URL(url).host} answers ${answer.status}.`)
  return answer.json().catch(() => Promise.reject(new UnreachableError(`${new URL(url).host} answers with no JSON.`)))
}
