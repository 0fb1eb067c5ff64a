import { lstat, readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import db from '@adonisjs/lucid/services/db'
import { exportQuestions } from './export_questions.js'
import { importQuestions } from './import_questions.js'
import { type FileError, MAX_IMPORT_BYTES, RefusedFile } from './report.js'

const refuse = (code: string, message: string) => new RefusedFile({ code, message })

/** `--course <shortname> --file <path> [--language nl] [--simpler] [--format moodle_xml]` @throws RefusedFile `arguments_invalid` */
function readArguments(args: readonly string[]) {
  try {
    const texts = { type: 'string' } as const
    const options = { course: texts, file: texts, language: texts, format: texts, simpler: { type: 'boolean' } } as const
    const { values } = parseArgs({ args: [...args], options })
    if (values.course && values.file) return { ...values, course: values.course, file: values.file }
  } catch {
    // Reported below, together with every other cause.
  }
  throw refuse('arguments_invalid', 'Say --course <shortname> and --file <path>; --language <code> where it is not the course’s first.')
}

/** The platform's course with this name, else that of the only company that has one. @throws RefusedFile `course_unknown` */
async function courseNamed(shortname: string): Promise<number> {
  const courses = await db
    .from('learning_courses')
    .where('shortname', shortname)
    .orderByRaw('company_id nulls first')
    .select('id', 'company_id')
  const [first, second] = courses
  if (first && (first.company_id === null || !second)) return first.id
  throw refuse('course_unknown', first ? `Several companies have a course '${shortname}'.` : `There is no course '${shortname}'.`)
}

/** Prints one line of JSON, and fails when nothing could be done. */
async function reported(run: () => Promise<{ error?: FileError }>, nothing: object): Promise<void> {
  const report = await run().catch((error: unknown) => {
    if (error instanceof RefusedFile) return { ...nothing, error: error.error }
    throw error
  })
  console.log(JSON.stringify(report))
  if (report.error) throw new Error(`${report.error.code}: ${report.error.message}`)
}

/**
 * `npm run plugin:command -- learning.import_questions --course <shortname> --file <path>`: imports the questions of a Moodle XML or GIFT
 * file into the pool of a course and prints the report as one line of JSON.
 * @throws Error when nothing could be imported because of the file as a whole
 */
export async function importQuestionsCommand(args: readonly string[]): Promise<void> {
  await reported(
    async () => {
      const { course, file, language, simpler } = readArguments(args)
      const id = await courseNamed(course)
      const path = resolve(file)
      const stats = await lstat(path).catch(() => null)
      if (!stats?.isFile()) throw refuse('file_unreadable', 'There is no such file.')
      // Checked before the file is read.
      if (stats.size > MAX_IMPORT_BYTES) throw refuse('file_too_large', `A file may have at most ${MAX_IMPORT_BYTES} bytes.`)
      return importQuestions(id, await readFile(path), { language, simpler })
    },
    { taken: 0, skipped: [], notes: [] },
  )
}

/**
 * `npm run plugin:command -- learning.export_questions --course <shortname> --format moodle_xml --file <path>`
 * @throws Error when nothing could be written
 */
export async function exportQuestionsCommand(args: readonly string[]): Promise<void> {
  await reported(
    async () => {
      const { course, file, language, format = 'moodle_xml' } = readArguments(args)
      if (format !== 'moodle_xml') throw refuse('format_unknown', 'The one format is moodle_xml.')
      const { xml, report } = await exportQuestions(await courseNamed(course), { language })
      await writeFile(resolve(file), xml).catch(() => {
        throw refuse('file_unwritable', 'The file cannot be written there.')
      })
      return report
    },
    { written: 0, skipped: [], notes: [] },
  )
}
