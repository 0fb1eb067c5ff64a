import { timingSafeEqual } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import { conflict } from '#core/contract/errors'
import { preparedQuery } from '#core/kit/database'
import { platformUrl } from '#core/kit/settings'
import type { AttemptRecording, BrowserProof, QuizName } from '#plugins/learning/contract/recording'
import { requestHash } from './config_key.js'
import { configKeyOf } from './exam_settings.js'

const HEADERS = { config: 'x-safeexambrowser-configkeyhash', exam: 'x-safeexambrowser-requesthash' }
/**
 * Headers of our own page, used where Safe Exam Browser exposes the keys through JavaScript. They are hashes of the page's address, not of
 * the request's (web/safe_browser_keys.ts).
 */
const PAGE = { url: 'x-exam-browser-page', config: 'x-exam-browser-config', exam: 'x-exam-browser-key' }
const MAX_URL = 2000

function isSame(given: string, expected: string): boolean {
  // Compare byte lengths: a header may contain two-byte characters, for which timingSafeEqual would throw.
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** The hashes that were sent, with the address they were computed from. */
async function sent({ path, headers }: BrowserProof): Promise<{ url: string; config: string; exam: string }[]> {
  const text = (name: string) => {
    const value = headers[name]
    return typeof value === 'string' && value.length <= MAX_URL ? value.toLowerCase() : ''
  }
  const origin = await platformUrl('')
  const page = typeof headers[PAGE.url] === 'string' ? String(headers[PAGE.url]).slice(0, MAX_URL) : ''
  const own = { url: `${origin}${path}`, config: text(HEADERS.config), exam: text(HEADERS.exam) }
  // A hash of another site's address proves nothing here.
  if (!page.startsWith(`${origin}/`)) return [own]
  return [own, { url: page, config: text(PAGE.config), exam: text(PAGE.exam) }]
}

/** The Browser Exam Keys that an admin entered for this exam. If there are none, only the Config Key is checked. */
async function examKeys({ courseId, activityKey }: QuizName): Promise<readonly string[]> {
  const text = 'select keys from proctoring_exam_browsers where course_id = $1 and activity_key = $2'
  const [row] = await preparedQuery<{ keys: string[] }>(db, 'proctoring_exam_keys', text, [courseId, activityKey])
  return row?.keys ?? []
}

/** Whether a request comes from Safe Exam Browser with this exam's settings, in an allowed version. */
export async function isSafeBrowser(quiz: QuizName, proof: BrowserProof): Promise<boolean> {
  const config = await configKeyOf(quiz)
  const matching = (await sent(proof)).filter((one) => isSame(one.config, requestHash(one.url, config)))
  if (!matching.length) return false
  const allowed = await examKeys(quiz)
  return !allowed.length || matching.some((one) => allowed.some((key) => isSame(one.exam, requestHash(one.url, key))))
}

/** See AttemptRecording. */
export const assertBrowser: AttemptRecording['assertBrowser'] = async (quiz, place, proof) => {
  if (!(await isSafeBrowser(quiz, proof)))
    throw conflict('safe_browser_required', { participation: place.participationId, activity: place.activityId })
}
