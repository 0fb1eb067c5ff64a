import { checkBlueprint } from './blueprint.js'
import path from 'node:path'
import type { ActivitySource, CourseSource, LanguageCode, LocalizedText, Mistake, ModuleSource, RichTextSource } from './course_types.js'
import { readEvaluationText, readQuizText, type QuestionsFile } from './activity_texts.js'
import { hashContent } from './content_hash.js'
import { CourseFiles } from './course_files.js'
import { checkLesson, lessonsOf, readStructure, type ActivityDraft, type CourseDraft } from './course_structure.js'
import { compareLanguages, mergeEvaluationQuestions, mergeQuizQuestions } from './language_merge.js'
import { type TextContext, checkPictures } from './picture_references.js'
import { CourseMedia } from './media.js'
import { Pictures } from './pictures.js'
import { MistakeList, parseMarkdownFile, parseYamlFile, reportMarkdown, type ParsedFile } from './source_file.js'
import { Fields } from './yaml_fields.js'

export type * from './course_types.js'

/** Either a whole course or all its mistakes, never both. */
export type CourseReadResult =
  | {
      course: CourseSource
      pictures: ReadonlyMap<string, Buffer>
      /** Hash → content of videos, captions and packages that are not stored yet. */
      media: ReadonlyMap<string, Buffer>
    }
  | { mistakes: Mistake[] }

/**
 * Reads and checks a course folder (docs/course-format.md).
 *
 * Pure: only reads files inside `dir` and follows no symbolic links. Collects all mistakes instead
 * of stopping at the first one. Rejects only when the file system itself fails (no permission).
 */
export async function readCourseFolder(dir: string, videoHosts: readonly string[] = []): Promise<CourseReadResult> {
  const mistakes = new MistakeList()
  const folder = path.resolve(dir)
  const files = await CourseFiles.open(folder, mistakes)
  if (!files) return { mistakes: mistakes.sorted() }
  return readCourseFiles(files, path.basename(folder), mistakes, videoHosts)
}

/**
 * The same for files from any source. @param shortname the required shortname of the course
 * @param mistakes the list that `files` reports to
 * @param videoHosts sites that videos may be played from
 */
export async function readCourseFiles(
  files: CourseFiles,
  shortname: string,
  mistakes: MistakeList,
  videoHosts: readonly string[] = [],
): Promise<CourseReadResult> {
  const beside: TextContext = {
    files,
    pictures: new Pictures(files, mistakes),
    media: new CourseMedia(files, mistakes),
    languages: [],
    videoHosts,
  }
  const { pictures, media } = beside
  const parsed = await readMarkdown(files, 'course.md', mistakes, beside)
  if (!parsed) return { mistakes: mistakes.sorted() }
  const draft = readStructure(parsed, shortname)
  beside.languages.push(...draft.settings.languages)
  const content = await readTexts(files, draft, mistakes, beside)
  files.reportUnused()
  if (mistakes.items.length > 0) return { mistakes: mistakes.sorted() }
  const course = { ...draft.settings, ...content, pictures: pictures.all, media: media.all }
  return { pictures: pictures.contents, media: media.contents, course: { ...course, contentHash: hashContent(course) } }
}

async function readMarkdown(
  files: CourseFiles,
  name: string,
  mistakes: MistakeList,
  beside: TextContext,
  type?: ActivityDraft['type'],
): Promise<ParsedFile | null> {
  const text = await files.read(name)
  if (text === null) return null
  const parsed = parseMarkdownFile(name, text, mistakes)
  if (parsed && name !== 'course.md') {
    reportMarkdown(parsed, text)
    await checkPictures(parsed, text, beside, type === 'richtext')
    // A package speaks for itself.
    if (parsed.body === '' && type !== 'scorm') {
      parsed.file.report(parsed.bodyLine, 'body_empty', 'There is no text behind the front matter.')
    }
  }
  return parsed
}

type CourseTexts = Pick<CourseSource, 'name' | 'description' | 'modules' | 'pictureAlt'>

async function readTexts(files: CourseFiles, draft: CourseDraft, mistakes: MistakeList, beside: TextContext): Promise<CourseTexts> {
  for (const path of [draft.settings.picture, draft.settings.certificateBackground]) if (path) await beside.pictures.use(path)
  const name: LocalizedText = {}
  const pictureAlt: LocalizedText = {}
  const description: LocalizedText = {}
  const moduleTitles = new Map<string, LocalizedText>()
  for (const one of draft.modules) if (one.key !== '') moduleTitles.set(one.key, {})
  for (const language of draft.settings.languages) {
    const parsed = await readMarkdown(files, `${language}/course.md`, mistakes, beside)
    if (!parsed) continue
    const fields = new Fields(parsed.file, parsed.root, draft.settings.picture ? ['name', 'modules', 'picture_alt'] : ['name', 'modules'])
    name[language] = fields.title('name') ?? ''
    description[language] = parsed.body
    if (draft.settings.picture) pictureAlt[language] = fields.title('picture_alt') ?? ''
    const map = fields.map('modules')
    if (!map) continue
    const titles = new Fields(parsed.file, map, [...moduleTitles.keys()])
    for (const [key, title] of moduleTitles) title[language] = titles.title(key) ?? ''
  }
  const modules: ModuleSource[] = []
  for (const one of draft.modules) {
    const activities: ActivitySource[] = []
    for (const activity of one.activities) {
      const source = await readActivity(files, activity, draft.settings.languages, lessonsOf(draft), mistakes, beside)
      activities.push(source)
    }
    modules.push({ key: one.key, title: moduleTitles.get(one.key) ?? {}, activities })
  }
  return { name, description, modules, pictureAlt }
}

async function readActivity(
  files: CourseFiles,
  draft: ActivityDraft,
  languages: LanguageCode[],
  lessons: ReadonlySet<string>,
  mistakes: MistakeList,
  beside: TextContext,
): Promise<ActivitySource> {
  if (draft.type === 'richtext' || draft.type === 'scorm' || draft.external) {
    const page = await readRichText(files, draft, languages, mistakes, beside)
    const { watchVideos: _, ...text } = page
    if (draft.type === 'scorm') {
      if (draft.package) await beside.media.use(draft.package)
      return { ...text, type: 'scorm', package: draft.package ?? '' }
    }
    return draft.external ? { ...text, ...draft.external, type: 'external' } : page
  }
  const read = draft.type === 'quiz' ? readQuizText : readEvaluationText
  const texts = new Map<LanguageCode, QuestionsFile>()
  for (const language of languages) {
    const name = `${language}/${draft.key}.yaml`
    const text = await files.read(name)
    const parsed = text === null ? null : parseYamlFile(name, text, mistakes)
    if (parsed) texts.set(language, read(parsed, language))
  }
  for (const { parsed, questions } of texts.values()) {
    for (const { lesson, lessonLine, picture } of questions) {
      if (lesson) checkLesson(lessons, lesson, (...mistake) => parsed.file.report(lessonLine, ...mistake))
      if (picture) await beside.pictures.use(picture)
    }
  }
  compareLanguages(texts)
  const base = {
    key: draft.key,
    minutes: draft.minutes,
    requires: draft.requires,
    title: pick(texts, (file) => file.title),
    intro: pick(texts, (file) => file.intro),
  }
  if (draft.quiz === null) {
    return { ...base, type: 'evaluation', questions: mergeEvaluationQuestions(texts) }
  }
  const questions = mergeQuizQuestions(texts)
  const { questionsPerAttemptLine, passPercentageLine: _, lessonLine: __, questionsPerAttempt, topics, ...settings } = draft.quiz
  const mistake = (line: number, code: string, message: string) => mistakes.add('course.md', line, code, message)
  if (texts.size > 0) checkBlueprint(topics, questions, mistake)
  const dealt = topics.reduce((sum, topic) => sum + topic.questions, 0)
  if (topics.length && questionsPerAttempt !== null && questionsPerAttempt !== dealt)
    mistake(questionsPerAttemptLine, 'blueprint_sum', `The topics of '${draft.key}' are ${dealt} questions, not ${questionsPerAttempt}.`)
  if (texts.size > 0 && questionsPerAttempt !== null && questionsPerAttempt > questions.length) {
    const message = `'${draft.key}' has ${questions.length} questions, fewer than ${questionsPerAttempt}.`
    mistake(questionsPerAttemptLine, 'questions_too_few', message)
  }
  return {
    ...base,
    ...settings,
    questionsPerAttempt: dealt || (questionsPerAttempt ?? questions.length),
    ...(topics.length && { blueprint: topics.map(({ topic, questions: asked }) => ({ topic, questions: asked })) }),
    type: 'quiz',
    questions,
  }
}

async function readRichText(
  files: CourseFiles,
  draft: ActivityDraft,
  languages: LanguageCode[],
  mistakes: MistakeList,
  beside: TextContext,
): Promise<RichTextSource> {
  const title: LocalizedText = {}
  const body: LocalizedText = {}
  for (const language of languages) {
    const parsed = await readMarkdown(files, `${language}/${draft.key}.md`, mistakes, beside, draft.type)
    if (!parsed) continue
    const fields = new Fields(parsed.file, parsed.root, ['title'])
    title[language] = fields.title('title') ?? ''
    body[language] = parsed.body
  }
  const { key, minutes, requires } = draft
  return { key, type: 'richtext', minutes, requires, title, body, watchVideos: draft.watchVideos }
}

function pick(texts: Map<LanguageCode, QuestionsFile>, read: (file: QuestionsFile) => string): LocalizedText {
  const result: LocalizedText = {}
  for (const [language, file] of texts) result[language] = read(file)
  return result
}
