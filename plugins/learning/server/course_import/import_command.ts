import { resolve } from 'node:path'
import { importCourseFolder } from './course_importer.js'

/**
 * `npm run import:course -- <folder> …`: imports course folders and prints the file and line of each mistake.
 * @throws Error when a folder has mistakes; nothing of that folder is imported
 */
export async function importCommand(folders: readonly string[]): Promise<void> {
  if (!folders.length) throw new Error('Name at least one course folder: npm run import:course -- path/to/course')
  let refused = 0
  for (const folder of folders) {
    const result = await importCourseFolder(resolve(folder))
    if (result.outcome === 'refused') {
      refused += 1
      for (const { file, line, code, message } of result.mistakes) console.error(`${folder}/${file}:${line} ${code} ${message}`)
    } else {
      console.log(`${result.shortname}: ${result.outcome}, version ${result.version}`)
    }
  }
  if (refused) throw new Error(`${refused} of ${folders.length} course folders have mistakes; nothing of them was imported.`)
}
