import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { ScormStandard } from '../media/media_types.js'
import { LONGEST_VALUE, MOST_INTERACTIONS, MOST_INTERACTION_TEXT } from './interactions.js'
import { type Elements, MOST_LOCATION, MOST_SUSPEND_DATA } from './results.js'

const require = createRequire(import.meta.url)
const libraries = new Map<ScormStandard, Promise<Buffer>>()

/** The runtime library of a standard, as it runs beside the package. */
export function runtimeLibrary(standard: ScormStandard): Promise<Buffer> {
  const known =
    libraries.get(standard) ??
    readFile(standard === '1.2' ? require.resolve('scorm-again/scorm12/min') : require.resolve('scorm-again/scorm2004/min'))
  libraries.set(standard, known)
  return known
}

const MOST = {
  suspendData: MOST_SUSPEND_DATA,
  location: MOST_LOCATION,
  interactions: MOST_INTERACTIONS,
  interaction: LONGEST_VALUE,
  interactionText: MOST_INTERACTION_TEXT,
}
interface Given {
  is12: boolean
  token: string
  beginning: Record<string, string>
  most: typeof MOST
  /** Origin of the platform's page; null: this script comes from it too. */
  page: string | null
}

/**
 * The SCORM API in a window: the kept library, filled with where the person goes on. What the package sets is told to the page around it,
 * which is of this platform and which alone gets to hear it. Runs in the package's frame: it reaches nothing of the platform.
 * @param page origin of the platform's page, where packages have another
 */
export function runtimeScript(standard: ScormStandard, token: string, beginning: Elements, page: string | null = null): string {
  // No text of a person ends a script: it is a file of its own.
  return `(${glue.toString()})(${JSON.stringify({ is12: standard === '1.2', token, beginning, most: MOST, page })});`
}

/** Gives a page the API of the player that it stands in, or that a page of its package opened it from: there is one state of it. */
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
  // Pages of one package that follow each other in this frame: what the last one set is not asked of the server again.
  try {
    const kept = JSON.parse(frame.name)
    if (kept.token === token) {
      Object.assign(said, kept.said)
      start = Object.assign({}, beginning, kept.said)
    }
  } catch {
    // Nothing was kept.
  }
  for (const name of ['cmi.core.session_time', 'cmi.session_time', 'cmi.core.exit', 'cmi.exit']) delete start[name]
  // The library stops at the standard's ceilings. Of these it holds the beginning, and the whole is here.
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
    // What was answered before is kept by the platform all the same, and the package begins.
  }
  let timer: unknown
  const tell = (over: boolean) => {
    frame.clearTimeout(timer)
    timer = undefined
    // The player stays while its pages follow each other.
    if (!page) frame.name = JSON.stringify({ token, said })
    const message = { scorm: token, said, over }
    // Null once the frame was closed, while a window of the package is still open.
    for (let above = frame.parent; above; above = above.parent) {
      // Heard by this platform's pages alone.
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
  // Interactions are told as far as the platform keeps them; what comes after that is the package's own.
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
      // Who ends without a word of how it went has done it (SCORM 1.2).
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
      // A page of another origin: the platform's, or somebody else's.
      return null
    }
  }
  const frame = globalThis as any
  const api = find(frame, 0)
  if (api) frame[is12 ? 'API' : 'API_1484_11'] = api
}
/* eslint-enable */
