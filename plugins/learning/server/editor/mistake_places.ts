import { LineCounter, type Node, type Pair, isMap, isScalar, isSeq, parseDocument } from 'yaml'
import type { Mistake } from '../course_import/course_types.js'
import { questionKey } from './draft_parts.js'
import type { DraftParts, PartKind, QuestionPart } from './draft_types.js'

/** A mistake, with the field of the editor where it can be corrected. */
export interface PartMistake {
  kind: PartKind
  key: string
  /** Path in the part's content, such as `title.nl`; empty when it concerns the whole part. */
  field: string
  /** Stable code of docs/course-format.md. */
  code: string
  /** The language of the text; null when it does not concern a text. */
  language: string | null
  /** In English, for the author of a course folder. */
  message: string
}

type Path = (string | number)[]

/** The largest number of mistakes reported at once, as for an archive. */
const MOST_MISTAKES = 200

/** Maps the first mistakes in the written files to places in the draft. Each file is parsed once, however many mistakes it has. Pure. */
export function locateAll(mistakes: readonly Mistake[], texts: ReadonlyMap<string, string>, parts: DraftParts): PartMistake[] {
  const read = new Map<string, WrittenFile>()
  const fileOf = (name: string) => {
    const known = read.get(name) ?? readWritten(texts.get(name) ?? '')
    read.set(name, known)
    return known
  }
  return mistakes.slice(0, MOST_MISTAKES).map((mistake) => locate(mistake, fileOf(mistake.file), parts))
}

function locate({ file, line, code, message }: Mistake, written: WrittenFile, parts: DraftParts): PartMistake {
  const at = (kind: PartKind, key: string, field: string, language: string | null = null) => ({ kind, key, field, code, language, message })
  if (file.startsWith('pictures/')) return at('picture', file, '')
  if (/^(videos|packages)\//.test(file)) return at('media', file, '')
  const { path, inBody } = pathAt(written, line)
  if (file === 'course.md') return inCourse(path, parts, at)
  const [language, name] = file.split('/') as [string, string]
  const inLanguage = (field: string) => `${field}.${language}`
  if (name === 'course.md') {
    if (path[0] === 'modules') {
      const index = parts.outline.modules.findIndex(({ key }) => key === path[1])
      return at('outline', '', index < 0 ? '' : inLanguage(`modules.${index}.title`), language)
    }
    return at('course', '', inLanguage(inBody ? 'description' : camel(path[0])), language)
  }
  const activity = name.replace(/\.\w+$/, '')
  if (inBody || path[0] !== 'questions' || typeof path[1] !== 'number') {
    const field = inBody ? 'body' : camel(path[0])
    return at('activity', activity, field === 'questions' || !field ? field : inLanguage(field), language)
  }
  const part = parts.activities.get(activity)
  const rest = path.slice(2)
  const field = TEXT_FIELDS.has(String(rest.at(-1))) ? inLanguage(rest.map(camel).join('.')) : rest.map(camel).join('.')
  if (part?.type === 'evaluation') return at('activity', activity, `evaluation.${path[1]}${field && `.${field}`}`, language)
  // The reader's list is the one that was written: the questions of the quiz that have a part.
  const asked = (part?.questions ?? []).filter((one) => parts.questions.has(questionKey(activity, one)))
  const key = questionKey(activity, asked[path[1]] ?? '')
  return at('question', key, questionField(rest, parts.questions.get(key), language), language)
}

/** The lists of question types, by their names in a folder. */
const ANSWER_LISTS = new Set(['answers', 'items', 'pairs', 'areas'])

/** Maps the key names of a question type in a folder to its fields in the draft (question_types/). */
function questionField([list, index, name]: Path, question: QuestionPart | undefined, language: string): string {
  if (list === 'accepted') {
    if (question?.type === 'short_text') return `content.accepted.${language}`
    return index === undefined ? 'content.ranges' : `content.ranges.${index}${name ? `.${name}` : ''}`
  }
  if (list === 'unit') return `content.unit.${language}`
  if (ANSWER_LISTS.has(String(list)) && index !== undefined) {
    const option = question?.content.options?.findIndex(({ key }) => key === question.answers[Number(index)]?.key)
    // A mistake about a whole area is reported on its first line, that of its key, which the editor does not show.
    if (question?.type === 'hotspot' && name !== 'text' && name !== 'correct') return `answers.${index}.area.${name === 'key' ? 'x' : name}`
    if (name === 'match') return `content.options.${option}.text.${language}`
    return name === 'text' ? `answers.${index}.text.${language}` : `answers.${index}${name ? `.${name}` : ''}`
  }
  if (ANSWER_LISTS.has(String(list)) || list === 'distractors') return 'answers'
  // Concerns the whole question: its picture is missing.
  if (list === 'key') return question?.picture === null ? 'picture' : ''
  const field = camel(list)
  return LOCALIZED.has(field) ? `${field}.${language}` : field
}
const LOCALIZED = new Set(['text', 'pictureAlt', 'feedbackCorrect', 'feedbackIncorrect'])

const TEXT_FIELDS = new Set(['text', 'feedback_correct', 'feedback_incorrect', 'title', 'intro'])
const camel = (name: string | number | undefined) => String(name ?? '').replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

function inCourse(path: Path, parts: DraftParts, at: (kind: PartKind, key: string, field: string) => PartMistake): PartMistake {
  if (path[0] !== 'modules') return at('course', '', path.map(camel).join('.'))
  const module = typeof path[1] === 'number' ? parts.outline.modules[path[1]] : undefined
  const activity = path[2] === 'activities' && typeof path[3] === 'number' ? module?.activities[path[3]] : undefined
  const field = path.slice(4).map(camel)
  if (!activity || field[0] === 'requires' || field[0] === 'key') return at('outline', '', path.map(camel).join('.'))
  const { quiz, external } = parts.activities.get(activity.key) ?? {}
  const own = !field[0] || ['type', 'minutes'].includes(field[0]) ? '' : quiz ? 'quiz.' : external ? 'external.' : ''
  return at('activity', activity.key, own + field.join('.'))
}

interface WrittenFile {
  contents: unknown
  counter: LineCounter
  /** Number of lines before the YAML. */
  before: number
  /** Line where the front matter ends; the body follows it. */
  end: number
}

function readWritten(text: string): WrittenFile {
  const lines = text.split('\n')
  const before = lines[0] === '---' ? 1 : 0
  const end = before ? lines.indexOf('---', 1) : lines.length
  const counter = new LineCounter()
  // YAML mistakes were already reported.
  const { contents } = parseDocument(lines.slice(before, end).join('\n'), { lineCounter: counter, uniqueKeys: false })
  return { contents, counter, before, end }
}

/** The path of the key on a line of a written file; empty for a line in the body. */
function pathAt({ contents, counter, before, end }: WrittenFile, line: number): { path: Path; inBody: boolean } {
  if (before && line > end) return { path: [], inBody: true }
  return { path: deepest(contents, line - before, counter, []) ?? [], inBody: false }
}

function deepest(node: unknown, line: number, counter: LineCounter, path: Path): Path | null {
  let found: Path | null = null
  const visit = (child: unknown, step: string | number, start: Node | null) => {
    const own = [...path, step]
    if (start?.range && counter.linePos(start.range[0]).line === line) found = own
    found = deepest(child, line, counter, own) ?? found
  }
  if (isMap(node))
    for (const pair of node.items as Pair<Node, Node>[]) visit(pair.value, isScalar(pair.key) ? String(pair.key.value) : '', pair.key)
  if (isSeq(node)) node.items.forEach((item, index) => visit(item, index, isMap(item) ? null : (item as Node)))
  return found
}
