import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

// Features belong to plugins: their states, icons, flags and words are declared there.
const FEATURES =
  /(?<![a-z])(bookings?|boeking(en)?|exams?|examens?|catalogue|catalogus|invoices?|factu(u?r)(en)?|proctoring|certificates?|certificat?en|certificaat|quiz(zes)?|toets(en)?|vca|sir)(?![a-z])/gi

// Reviewed by a person: the exceptions, and why.
const ALLOWED: [file: RegExp, words: RegExp, why: string][] = [
  [
    /^core\/i18n\/|^core\/(lists|mail|pages|server|accounts|audit|kit|demo|isolation|people)\/.*\.ts$/,
    /^catalogue$/,
    'the catalogue of messages',
  ],
  // The introduction of the sign-in page and the privacy statement describe the whole product; the words of a state or a flag would not
  // fit.
  [/^core\/locales\/\w+\.json$/, /^certifica/i, 'sentences about the product'],
  [/^web\/pages\/PrivacyPage\.tsx$/, /^certificate$/, 'a paragraph of the privacy statement'],
  [/^core\/plugins\/make_plugin\.ts$/, /^(booking|certificate)$/, 'names that are taken for plugins of the specification'],
  [/^web\/ui\/icons\/icon_map\.ts$/, /^quiz$/i, 'the library’s own name of a picture'],
]

const root = join(import.meta.dirname, '../..')
function sources(folder: string): { file: string; text: string }[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.(tsx?|json|stub)$/.test(file) && !/\/(tests|testing|gallery|tooling|stubs|migrations)\//.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
}
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$|\s\/\/ .*$/gm, '')
/** camelCase and snake_case are words, too. */
const spaced = (text: string) => text.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ')

describe('core and web', () => {
  it.each(['core', 'web'])('%s contains no feature name', (folder) => {
    const files = sources(folder)
    expect(files.length).toBeGreaterThan(80)
    const found = files.flatMap(({ file, text }) =>
      [...spaced(withoutComments(text)).matchAll(FEATURES)]
        .map(([word]) => word)
        .filter((word) => !ALLOWED.some(([where, words]) => where.test(file) && words.test(word)))
        .map((word) => `${file}: ${word}`),
    )
    expect([...new Set(found)]).toEqual([])
  })
})
