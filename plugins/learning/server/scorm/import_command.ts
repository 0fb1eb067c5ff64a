import { createReadStream } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import db from '@adonisjs/lucid/services/db'
import { AppError } from '#core/contract/errors'
import { storeUpload } from '../editor/course_media.js'
import { openDraft, partRows, findDraft, savePart, toParts } from '../editor/draft_store.js'
import type { Editor } from '../editor/whose_courses.js'
import { KEY_PATTERN } from '../course_import/yaml_fields.js'
import type { PackageNote } from './manifest.js'

/** The output of the command: what was imported of the package, what was not and why; or why nothing was. */
interface Report {
  taken: string[]
  skipped: { name: string | null; code: PackageNote['code'] }[]
  error?: { code: string }
}

const EDITOR: Editor = { owner: null, membershipId: null, adminName: 'learning.import_scorm' }

/**
 * `npm run plugin:command -- learning.import_scorm --course <shortname> --activity <key> --file <path>`: puts a SCORM package into the
 * draft of one of the platform's courses, as the step with that key or a new one at the end, and prints the report as one line of JSON.
 * @throws Error when nothing was imported
 */
export async function importScormCommand(args: readonly string[]): Promise<void> {
  const report = await importScorm(args).catch((error: unknown): Report => {
    if (!(error instanceof AppError)) throw error
    const [first] = (error.details.errors ?? []) as { rule: string }[]
    return { taken: [], skipped: [], error: { code: first?.rule ?? error.code } }
  })
  console.log(JSON.stringify(report))
  if (report.error) throw new Error(report.error.code)
}

async function importScorm(args: readonly string[]): Promise<Report> {
  const { course: shortname, activity: key, file } = readArguments(args)
  const stats = await lstat(file).catch(() => null)
  if (!stats?.isFile()) throw new AppError(422, 'file_unreadable')
  const course = await db.from('learning_courses').where('shortname', shortname).whereNull('company_id').select('id').first()
  if (!course) throw new AppError(404, 'course_unknown')
  await openDraft(EDITOR, course.id)
  const name = { kind: 'package' as const, name: key.slice(0, 60).replace(/-+$/, '') }
  const kept = await storeUpload(EDITOR, course.id, name, createReadStream(file))
  if (kept.kind !== 'package') throw new AppError(422, 'package_unreadable')
  await putStep(course.id, key, kept.path, kept.title, kept.items.length)
  return {
    taken: kept.items.map(({ title }) => title),
    skipped: kept.notes.map(({ item, code }) => ({ name: item, code })),
  }
}

function readArguments(args: readonly string[]): { course: string; activity: string; file: string } {
  const text = { type: 'string' } as const
  try {
    const { values } = parseArgs({ args: [...args], options: { course: text, activity: text, file: text } })
    const { course, activity, file } = values
    if (course && activity && file && KEY_PATTERN.test(activity) && activity !== 'course') return { course, activity, file }
  } catch {
    // Reported below, together with every other cause.
  }
  throw new AppError(422, 'arguments_invalid')
}

/** Sets the package of the step; a new step is added at the end of the last module. */
async function putStep(course: number, key: string, path: string, title: string, items: number): Promise<void> {
  const { draft } = await findDraft(EDITOR, course)
  const rows = await partRows(draft.id)
  const parts = toParts(rows)
  const revisionOf = (kind: string, name: string) => rows.find((row) => row.kind === kind && row.key === name)?.revision ?? 0
  const known = parts.activities.get(key)
  if (known && known.type !== 'scorm') throw new AppError(409, 'activity_of_another_type')
  const words = Object.fromEntries(parts.course.languages.map((language) => [language, title || key]))
  const content = known
    ? { ...known, package: path }
    : { type: 'scorm' as const, title: words, minutes: 10 * items, body: words, package: path }
  await savePart(EDITOR, course, { kind: 'activity', key, revision: revisionOf('activity', key), content })
  const { modules } = parts.outline
  if (modules.some(({ activities }) => activities.some((one) => one.key === key))) return
  const last = modules.at(-1) ?? { key: 'pakketten', title: words, activities: [] }
  const longer = { ...last, activities: [...last.activities, { key, requires: [] }] }
  const outline = { modules: [...modules.slice(0, -1), longer] }
  await savePart(EDITOR, course, { kind: 'outline', key: '', revision: revisionOf('outline', ''), content: outline })
}
