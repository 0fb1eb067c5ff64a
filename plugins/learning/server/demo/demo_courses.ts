import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importCourseFolder } from '../course_import/course_importer.js'

const folder = fileURLToPath(new URL('../../courses/', import.meta.url))

/** Imports the courses that come with the code. @throws Error when one of them has a mistake */
export async function importShippedCourses(): Promise<void> {
  for (const name of (await readdir(folder)).sort()) {
    const result = await importCourseFolder(join(folder, name))
    if (result.outcome !== 'refused') continue
    const [first] = result.mistakes
    throw new Error(`courses/${name}/${first!.file}:${first!.line} ${first!.message}`)
  }
}
