import type { HttpContext } from '@adonisjs/core/http'
import { AppError } from '#core/contract/errors'
import { limitCalls } from '#core/kit/calls'
import { showOnSignInPage } from '#core/kit/entry'
import { inCompanyOfToken } from '#core/kit/scope'
import { platformUrl } from '#core/kit/settings'
import { enterLaunched } from '#core/kit/federation'
import { offeredLanguages, translate } from '#core/kit/words'
import { pickValidator } from '#plugins/lti/server/validators/lti'
import { backTo, openBack } from '../services/back.js'
import { textOf } from '../services/claims.js'
import { pick } from '../services/deep_link.js'
import { closeRegistration, relaunchWithSecret, goOnInFrame, postBack, showMessage } from '../services/html.js'
import { follow, launchDetails, useNonce } from '../services/launch.js'
import { logLaunch, logRefusal, recordUnknownDeployment } from '../services/launch_log.js'
import { type Launch, claimedBy, isOurs, isWebAddress, verifyLaunch } from '../services/launch_token.js'
import { linkingPath } from '../services/linking.js'
import { issuerToken } from '../services/names.js'
import { publicKeys, publicKeysOf } from '../services/published_keys.js'
import { problemPath } from '../services/paths.js'
import { type Platform, clientOf, deploymentOf, deploymentToken, framingOrigins, platformOf, platformToken } from '../services/platforms.js'
import { register } from '../services/registration.js'
import { LaunchRefused, REFUSALS, type Refusal } from '../services/refusal.js'
import { type LoginState, beginState, clearBrowserSecret, isSameBrowser, storeBrowserSecret, openState } from '../services/state.js'

/** A class that starts at nine shares one address. */
const LOGINS = { requests: 3000, duration: '10 mins' }
const LTI = { plugin: 'lti' } as const

/** Launches from other learning systems (LTI 1.3). All companies share the addresses: the deployment identifies the company. */
export default class LaunchController {
  /** GET and POST /lti/login: another system starts a launch; the browser is redirected there to identify the person. */
  async login(ctx: HttpContext) {
    const given = { ...ctx.request.qs(), ...ctx.request.body() } as Record<string, unknown>
    await orProblem(ctx, async () => {
      await limitCalls('lti.login', { ip: ctx.request.ip() }, LOGINS)
      const [issuer, hint] = [textOf(given.iss), textOf(given.login_hint, 4000)]
      const target = textOf(given.target_link_uri)
      if (!issuer || !hint) throw new LaunchRefused('malformed')
      const clientId = textOf(given.client_id) ?? (await onlyClientOf(issuer))
      const home = await platformUrl('')
      if (!target || !isOurs(target, home)) throw new LaunchRefused('target')
      const platform = await knownPlatform(issuer, clientId, textOf(given.lti_deployment_id, 255), ctx.request.ip())
      const storage = textOf(given.lti_storage_target, 200)
      const { state, nonce, browser } = beginState({ issuer, clientId, target, storage })
      storeBrowserSecret(ctx, nonce, browser)
      const to = new URL(platform.authUrl)
      const messageHint = textOf(given.lti_message_hint, 8000)
      const query = {
        scope: 'openid',
        response_type: 'id_token',
        response_mode: 'form_post',
        prompt: 'none',
        client_id: clientId,
        redirect_uri: `${home}/lti/launch`,
        login_hint: hint,
        state,
        nonce,
        ...(messageHint && { lti_message_hint: messageHint }),
      }
      for (const [name, value] of Object.entries(query)) to.searchParams.set(name, value)
      ctx.response.header('Referrer-Policy', 'no-referrer')
      if (!storage && !saysFrame(ctx)) return ctx.response.redirect(to.href)
      const kept = storage ? { frame: storage, origin: to.origin, key: `lti_${nonce}`, value: browser } : null
      const language = languageOf(ctx)
      const words = (name: string) => translate(language, `lti.window.${name}`)
      goOnInFrame(ctx, {
        to: to.href,
        storage: kept,
        inWindow: { href: loginAgain(given), title: words('title'), text: words('text'), button: words('button'), language },
      })
    })
  }

  /** POST /lti/launch: the browser returns with the token that the platform signed. */
  async launch(ctx: HttpContext) {
    const given = ctx.request.body() as Record<string, unknown>
    await orProblem(ctx, async () => {
      const state = openState(given.state)
      const claimed = claimedBy(given.id_token)
      if (claimed.issuer !== state.issuer) throw new LaunchRefused('issuer', claimed.issuer.slice(0, 200))
      if (claimed.clientId !== state.clientId) throw new LaunchRefused('audience', claimed.clientId.slice(0, 200))
      const token = deploymentToken(claimed.issuer, claimed.clientId, claimed.deployment)
      await inCompanyOfToken({ ...LTI, table: 'lti_deployments', token }, async () => {
        const found = await deploymentOf(token)
        if (!found) throw new LaunchRefused('deployment_unknown')
        await take(ctx, { ...found, token: String(given.id_token), state, given })
      }).catch(async (error: unknown) => {
        if (!(error instanceof AppError) || error.status !== 404) throw error
        await recordUnknownDeployment(ctx.request.ip(), claimed)
        throw new LaunchRefused('deployment_unknown', claimed.deployment)
      })
    })
  }

  /** GET /lti/back?to=: to the platform's page named in a launch, from the page that explains why it ended. */
  back({ request, response }: HttpContext) {
    const to = openBack(request.qs().to)
    response.header('Referrer-Policy', 'no-referrer')
    if (!to) return response.redirect().status(303).toPath(problemPath('malformed'))
    response.redirect(to, false, 303)
  }

  /** GET /lti/jwks: the keys with which platforms verify us; `?company=` for one company only. */
  async keys({ request, response }: HttpContext) {
    const company: unknown = request.qs().company
    const keys = await (typeof company === 'string' ? publicKeysOf(company) : publicKeys())
    response.header('Cache-Control', 'public, max-age=300')
    response.header('Access-Control-Allow-Origin', '*')
    return { keys }
  }

  /** POST /lti/deeplink: a teacher's selection is returned through their browser. */
  async deepLink(ctx: HttpContext) {
    const given = ctx.request.body() as Record<string, unknown>
    // A single selected value arrives as a text, not as a list.
    const data = { token: given.token, courses: given.courses === undefined ? [] : [given.courses].flat() }
    const { token, courses } = await pickValidator.validate(data)
    const ids = courses.map(Number)
    try {
      const { returnUrl, jwt, framedBy } = await pick(token, ids)
      postBack(ctx, { to: returnUrl, jwt, title: 'LTI', button: 'OK', framedBy })
    } catch (error) {
      // A form of the browser sent it, so errors are shown to a person.
      if (!(error instanceof AppError) || error.code !== 'pick_over') throw error
      const language = languageOf(ctx)
      const [title, text] = [translate(language, 'lti.pick.over_title'), translate(language, 'lti.errors.pick_over')]
      showMessage(ctx, { language, title, text, detail: error.code, status: error.status })
    }
  }

  /** GET /lti/register?token=: a platform registers itself with the address that an admin created for it. */
  async register(ctx: HttpContext) {
    const given = ctx.request.qs() as Record<string, unknown>
    const language = languageOf(ctx)
    const title = translate(language, 'lti.register.title')
    try {
      await limitCalls('lti.register', { ip: ctx.request.ip() }, { requests: 30, duration: '10 mins' })
      const name = await register({
        token: textOf(given.token, 100),
        configuration: textOf(given.openid_configuration),
        registrationToken: textOf(given.registration_token, 8000),
      })
      closeRegistration(ctx, { language, title, text: translate(language, 'lti.register.done', { name }) })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const code = error.status === 404 ? 'registration_over' : error.status === 429 ? 'too_many' : error.code
      const text = translate(language, code === 'too_many' ? 'lti.refusals.too_many' : `lti.errors.${code}`)
      showMessage(ctx, { language, title, text, detail: String(error.details.detail ?? code), status: error.status })
    }
  }
}

const languageOf = (ctx: HttpContext) => ctx.request.language([...offeredLanguages()]) ?? 'en'

/** A login may omit the client id (core, 4.1.2), which works if a single platform has the issuer. @throws LaunchRefused platform_unknown */
async function onlyClientOf(issuer: string): Promise<string> {
  const lookup = { ...LTI, table: 'lti_issuers', token: issuerToken(issuer), alone: true }
  const clientId = await inCompanyOfToken(lookup, () => clientOf(issuer)).catch(orNull)
  if (!clientId) throw new LaunchRefused('platform_unknown', issuer)
  return clientId
}

const orNull = (error: unknown): null => {
  if (error instanceof AppError && error.status === 404) return null
  throw error
}

/** @throws LaunchRefused platform_unknown, platform_off */
async function knownPlatform(issuer: string, clientId: string, deployment: string | null, ip: string): Promise<Platform> {
  const lookup = deployment
    ? { ...LTI, table: 'lti_deployments', token: deploymentToken(issuer, clientId, deployment) }
    : { ...LTI, table: 'lti_platforms', token: platformToken(issuer, clientId) }
  const platform = await inCompanyOfToken(lookup, () => platformOf(issuer, clientId)).catch(orNull)
  if (!platform && deployment) await recordUnknownDeployment(ip, { issuer, clientId, deployment })
  if (!platform) throw new LaunchRefused('platform_unknown', issuer)
  if (!platform.isActive) throw new LaunchRefused('platform_off', issuer)
  return platform
}

interface Taking {
  platform: Platform
  deploymentId: number
  token: string
  state: LoginState
  given: Record<string, unknown>
}

const saysFrame = (ctx: HttpContext) => ['iframe', 'frame'].includes(ctx.request.header('sec-fetch-dest') ?? '')

/** The same login again in a window, where no surrounding page can store anything. */
function loginAgain(given: Record<string, unknown>): string {
  const names = ['iss', 'client_id', 'login_hint', 'target_link_uri', 'lti_message_hint', 'lti_deployment_id']
  const query = names.flatMap((name) => (typeof given[name] === 'string' ? [[name, given[name]]] : []))
  return `/lti/login?${new URLSearchParams(query).toString()}`
}

/** Whether the browser shows the response in a frame. A browser that does not say is treated as a frame, the stricter case. */
const isInFrame = (ctx: HttpContext) => ctx.request.header('sec-fetch-dest') !== 'document'

/** Runs in the company of the deployment. */
async function take(ctx: HttpContext, { platform, deploymentId, token, state, given }: Taking): Promise<void> {
  const inFrame = isInFrame(ctx)
  let launch: Launch | null = null
  const origins = () => framingOrigins(platform, launch?.returnUrl ?? null, launch?.deepLink?.returnUrl ?? null)
  const framedBy = () => (inFrame ? origins() : null)
  const refuse = async (reason: Refusal, detail: string | null) => {
    await logRefusal(ctx.request.ip(), { platformId: platform.id, message: launch?.message ?? '', outcome: reason, detail })
    // When the course opens in a window there, it starts with a login that this browser completes, or with a button that does.
    const back = reason === 'other_browser' && launch?.returnUrl && isWebAddress(launch.returnUrl) ? backTo(launch.returnUrl) : null
    await showOnSignInPage(ctx, { name: 'lti.problem', path: problemPath(reason, { back }) }, framedBy())
  }
  try {
    if (!platform.isActive) throw new LaunchRefused('platform_off')
    const home = await platformUrl('')
    launch = await verifyLaunch(token, platform, state, home)
    if (!isSameBrowser(ctx, state, given.proof, home)) {
      // Some browsers store no cookie in a frame: the value stored by the platform's page is requested once.
      if (given.proof === undefined && state.storage && inFrame) {
        const { storage, nonce } = state
        const origin = new URL(platform.authUrl).origin
        return relaunchWithSecret(ctx, {
          storage,
          origin,
          key: `lti_${nonce}`,
          token,
          state: String(given.state),
          title: 'LTI',
          framedBy: origins(),
        })
      }
      throw new LaunchRefused('other_browser')
    }
    await useNonce(state.nonce, launch.expiresAt)
    clearBrowserSecret(ctx, state)
    const destination = await follow(platform, deploymentId, launch, framedBy())
    if (destination.kind === 'link') {
      const { userId, byConfirming } = destination
      const path = await linkingPath({ by: { platformId: platform.id }, userId, byConfirming, told: launchDetails(launch) })
      await logLaunch({ platformId: platform.id, message: launch.message, outcome: 'link' })
      return await showOnSignInPage(ctx, { name: 'lti.link', path }, framedBy())
    }
    const { membershipId, to } = destination
    await enterLaunched(ctx, membershipId, { framedBy: framedBy(), to })
    await logLaunch({ platformId: platform.id, membershipId, message: launch.message, outcome: 'opened' })
  } catch (error) {
    if (error instanceof LaunchRefused) return refuse(error.reason, error.detail)
    if (error instanceof AppError && error.status === 409 && (REFUSALS as readonly string[]).includes(error.code)) {
      return refuse(error.code as Refusal, null)
    }
    throw error
  }
}

/** Shows an error before any company is known. */
async function orProblem(ctx: HttpContext, work: () => Promise<void> | void): Promise<void> {
  try {
    await work()
  } catch (error) {
    const reason = error instanceof LaunchRefused ? error.reason : error instanceof AppError && error.status === 429 ? 'too_many' : null
    if (!reason) throw error
    const language = languageOf(ctx)
    const title = translate(language, 'lti.problem.title')
    showMessage(ctx, {
      language,
      title,
      text: translate(language, `lti.refusals.${reason}`),
      detail: reason,
      status: reason === 'too_many' ? 429 : 400,
    })
  }
}
