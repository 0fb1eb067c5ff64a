import type { Pictures } from './pictures.js'
import type { ParsedFile } from './source_file.js'

export const PICTURE_PATH = /^pictures\/[a-z0-9]+(?:-[a-z0-9]+)*\.(?:svg|png|jpg)$/

// No bracket within what it shows: else a line of nothing but `![` is read anew from each of them.
const IMAGE = /!\[((?:\\.|[^\\[\]])*)\]\(\s*<?([^\s)>]*)/g

/**
 * Looks at each picture that a Markdown body names. Reports `picture_address` (not a file of `pictures/`) and
 * `picture_alt_missing`: who cannot see it has a right to know what it shows. Code is skipped.
 */
export async function checkPictures(parsed: ParsedFile, originalText: string, pictures: Pictures): Promise<void> {
  let fenced = false
  for (const [index, line] of originalText.split('\n').entries()) {
    if (index + 1 < parsed.bodyLine) continue
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced
    if (fenced) continue
    for (const [, alt, path] of line.replace(/`[^`]*`/g, '').matchAll(IMAGE)) {
      if (!alt!.trim()) parsed.file.report(index + 1, 'picture_alt_missing', 'Say between the brackets what the picture shows.')
      if (PICTURE_PATH.test(path!)) await pictures.use(path!)
      else parsed.file.report(index + 1, 'picture_address', 'A picture is a file such as pictures/harness.svg, in small letters.')
    }
  }
}
