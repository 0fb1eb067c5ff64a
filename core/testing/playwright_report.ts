import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { stripVTControlCharacters } from 'node:util'
import type { Outcome } from './rerun.js'
import { shortened } from './tally.js'

interface Report {
  errors: { message?: string }[]
  suites: Suite[]
}

interface Suite {
  title: string
  suites?: Suite[]
  specs: { title: string; file: string; line: number; tests: { status: string; results: Result[] }[] }[]
}

interface Result {
  errors: { message?: string }[]
  attachments: { name: string; path?: string }[]
}

/** Reads the result of each test from Playwright's JSON report of one spec file. */
export async function readOutcomes(path: string, file: string): Promise<Outcome[]> {
  const { errors, suites } = JSON.parse(await readFile(path, 'utf8')) as Report
  const outside = errors.map(({ message }, index) => ({
    id: `${file} › error ${index + 1}`,
    file,
    passed: false,
    message: shortened(stripVTControlCharacters(String(message))),
  }))
  return [...suites.flatMap((suite) => outcomesOf(suite, file)), ...outside]
}

const outcomesOf = (suite: Suite, file: string): Outcome[] => [
  ...suite.specs.flatMap(({ title, line, tests }) =>
    tests
      .filter(({ status }) => status !== 'skipped')
      .map(({ status, results }) => ({
        id: `${file} › ${title}`,
        file,
        passed: status === 'expected',
        message: [`${file}:${line}\n${messagesOf(results)}`, ...results.flatMap(pagesOf)].join('\nOn the page:\n'),
      })),
  ),
  ...(suite.suites ?? []).flatMap((inner) => outcomesOf(inner, file)),
]

const messagesOf = (results: Result[]) =>
  shortened(stripVTControlCharacters(results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n')))

/** The text of the page at the time of the failure: CI stores no screenshots, only this log. */
const pagesOf = ({ attachments }: Result): string[] =>
  attachments
    .flatMap(({ name, path }) => (name === 'error-context' && path && existsSync(path) ? [readFileSync(path, 'utf8')] : []))
    .map((context) => /^```yaml\n([^]*?)^```/m.exec(context)?.[1] ?? '')
    // Leave out the header and the menu: they are the same on every page.
    .map((page) => shortened(page.replace(/^( *)- banner[^]*?(?=^\1- )/m, ''), 80, 6_000))
    .filter(Boolean)
