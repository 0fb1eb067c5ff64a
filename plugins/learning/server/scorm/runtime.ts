import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { ScormStandard } from '../media/media_types.js'
import { MAX_VALUE_LENGTH, MAX_INTERACTIONS, MAX_INTERACTION_TEXT } from './interactions.js'
import { type Elements, MAX_LOCATION, MAX_SUSPEND_DATA } from './results.js'

const require = createRequire(import.meta.url)
const libraries = new Map<ScormStandard, Promise<Buffer>>()

/** The runtime library of a standard, which is loaded next to the package. */
export function runtimeLibrary(standard: ScormStandard): Promise<Buffer> {
  const known =
    libraries.get(standard) ??
    readFile(standard === '1.2' ? require.resolve('scorm-again/scorm12/min') : require.resolve('scorm-again/scorm2004/min'))
  libraries.set(standard, known)
  return known
}

const LIMITS = {
  suspendData: MAX_SUSPEND_DATA,
  location: MAX_LOCATION,
  interactions: MAX_INTERACTIONS,
  interaction: MAX_VALUE_LENGTH,
  interactionText: MAX_INTERACTION_TEXT,
}
interface Given {
  is12: boolean
  token: string
  beginning: Record<string, string>
  most: typeof LIMITS
  /** Origin of the platform's page; null: the same origin as this script. */
  page: string | null
}

/**
 * The SCORM API for a window: the bundled library, filled with the person's saved state. What the package sets is posted to the platform's
 * page around it, and to no other page. It runs in the package's frame, which cannot access the platform.
 * @param page origin of the platform's page, when packages have a separate one
 */
export function runtimeScript(standard: ScormStandard, token: string, beginning: Elements, page: string | null = null): string {
  // A separate script file, so no text in it can close a script tag.
  return `(${glue.toString()})(${JSON.stringify({ is12: standard === '1.2', token, beginning, most: LIMITS, page })});`
}

/** Gives a page the API of the player that frames it, or of the page that opened it, so that there is one shared state. */
export function sharingScript(standard: ScormStandard, token: string): string {
  return `(${share.toString()})(${JSON.stringify({ is12: standard === '1.2', token })});`
}

/* eslint-disable @typescript-eslint/no-explicit-any */
function glue({ is12, token, beginning, most, page }: Given): void {
  const frame = globalThis as any
  const Api = is12 ? frame.Scorm12API : frame.Scorm2004API
  const options = { autocommit: false, logLevel: 'NONE', lmsCommitUrl: false, mastery_override: false }
  const api = new Api(options)
  const said: Record<string, string> = {}
  let start = beginning
  // Pages of one package that replace each other in this frame: the state of the last one is not requested from the server again.
  try {
    const kept = JSON.parse(frame.name)
    if (kept.token === token) {
      Object.assign(said, kept.said)
      start = Object.assign({}, beginning, kept.said)
    }
  } catch {
    // No saved state.
  }
  for (const name of ['cmi.core.session_time', 'cmi.session_time', 'cmi.core.exit', 'cmi.exit']) delete start[name]
  // The library enforces the maximum lengths of the standard. It holds the beginning of these values; the whole value is kept here.
  const ceilings: Record<string, number> = is12
    ? { 'cmi.suspend_data': most.suspendData, 'cmi.core.lesson_location': most.location }
    : { 'cmi.suspend_data': most.suspendData, 'cmi.location': most.location }
  const beginningOfIt = (value: string) => value.slice(0, 250)
  const whole: Record<string, string> = {}
  for (const name of Object.keys(ceilings)) {
    const value = start[name]
    if (value === undefined) continue
    whole[name] = value
    start = Object.assign({}, start, { [name]: beginningOfIt(value) })
  }
  const asked: Record<string, string> = {}
  const rest: Record<string, string> = {}
  for (const name of Object.keys(start)) (name.startsWith('cmi.interactions.') ? asked : rest)[name] = start[name]!
  api.loadFromFlattenedJSON(rest, '')
  try {
    api.loadFromFlattenedJSON(asked, '')
  } catch {
    // The platform keeps earlier answers anyway, and the package can start.
  }
  let timer: unknown
  const tell = (over: boolean) => {
    frame.clearTimeout(timer)
    timer = undefined
    // The player stays loaded while its pages replace each other.
    if (!page) frame.name = JSON.stringify({ token, said })
    const message = { scorm: token, said, over }
    // Null after the frame was closed while a window of the package is still open.
    for (let above = frame.parent; above; above = above.parent) {
      // Only delivered to this platform's pages.
      above.postMessage(message, page ?? frame.location.origin)
      if (above === above.parent) return
    }
  }
  const soon = () => {
    timer ??= frame.setTimeout(() => tell(false), 1000)
  }
  const kept = is12
    ? /^cmi\.(suspend_data|core\.(lesson_status|lesson_location|score\.(raw|min|max)|session_time|exit))$/
    : /^cmi\.(suspend_data|location|completion_status|success_status|progress_measure|score\.(scaled|raw|min|max)|session_time|exit)$/
  const set = is12 ? 'LMSSetValue' : 'SetValue'
  const original = api[set].bind(api)
  // Interactions are reported up to the platform's limits; the rest stays in the package.
  let interactionText = 0
  const isToldInteraction = (name: string, text: string) => {
    const index = /^cmi\.interactions\.(\d+)\./.exec(name)
    if (!index || Number(index[1]) >= most.interactions || text.length > most.interaction) return false
    interactionText += name.length + text.length
    return interactionText <= most.interactionText
  }
  const own = (name: string, value: unknown) => {
    const text = String(value)
    const isWhole = text.length <= (ceilings[name] ?? 0)
    const taken = original(name, isWhole ? beginningOfIt(text) : value)
    if (String(taken) !== 'true') return taken
    if (isWhole) whole[name] = text
    if (kept.test(name) || isToldInteraction(name, text)) {
      said[name] = text
      soon()
    }
    return taken
  }
  const after = (name: string, over: boolean) => {
    const method = api[name].bind(api)
    return (given: string) => {
      // A package that ends without a status counts as completed (SCORM 1.2).
      if (over && is12 && !said['cmi.core.lesson_status'] && /^(|not attempted)$/.test(beginning['cmi.core.lesson_status'] ?? '')) {
        said['cmi.core.lesson_status'] = 'completed'
      }
      const answer = method(given)
      tell(over)
      return answer
    }
  }
  const initialize = is12 ? 'LMSInitialize' : 'Initialize'
  const names = is12
    ? { initialize, get: 'LMSGetValue', error: 'LMSGetLastError', text: 'LMSGetErrorString', about: 'LMSGetDiagnostic' }
    : { initialize, get: 'GetValue', error: 'GetLastError', text: 'GetErrorString', about: 'GetDiagnostic' }
  const given: Record<string, unknown> = { version: '1.0' }
  for (const name of Object.values(names)) given[name] = api[name].bind(api)
  given[names.get] = (name: string) => {
    const value = api[names.get](name)
    const all = whole[name]
    return all !== undefined && value === beginningOfIt(all) ? all : value
  }
  given[set] = own
  given[is12 ? 'LMSCommit' : 'Commit'] = after(is12 ? 'LMSCommit' : 'Commit', false)
  given[is12 ? 'LMSFinish' : 'Terminate'] = after(is12 ? 'LMSFinish' : 'Terminate', true)
  frame[is12 ? 'API' : 'API_1484_11'] = given
  frame['~scorm'] = { token, api: given }
  frame.addEventListener('pagehide', () => timer && tell(false))
}

function share({ is12, token }: Pick<Given, 'is12' | 'token'>): void {
  const find = (from: any, depth: number): any => {
    if (!from || depth > 20) return null
    try {
      if (from['~scorm']?.token === token) return from['~scorm'].api
      return (from.parent !== from && find(from.parent, depth + 1)) || find(from.opener, depth + 1)
    } catch {
      // A page of another origin: the platform's, or another site's.
      return null
    }
  }
  const frame = globalThis as any
  const api = find(frame, 0)
  if (api) frame[is12 ? 'API' : 'API_1484_11'] = api
}
/* eslint-enable */
