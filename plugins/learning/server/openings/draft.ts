import db from '@adonisjs/lucid/services/db'
import type { Opening, OpeningModule, OpeningVisit } from '#core/contract/opening'
import { idIn } from '#core/contract/opening'
import { type Session, onPlatform } from '#core/kit/scope'
import { settingsOf } from '#core/kit/settings'
import { translate } from '#core/kit/words'
import { learningSettings } from '../../settings.js'
import type { PartContent, PartKind } from '../editor/draft_types.js'
import { partsOf } from '../editor/draft_parts.js'
import { findDraft, newestVersion } from '../editor/draft_store.js'
import { ownCourse } from '../editor/whose_courses.js'

type Text = Readonly<Record<string, string>>
/** Reads the parts of a draft by kind and key, for a page of the editor. */
type Read = <K extends PartKind>(kind: K, key: string) => Promise<PartContent[K] | undefined>
type Words = (text: string, values?: Record<string, string | number>) => string

interface DraftVisit {
  params: OpeningVisit['params']
  course: PartContent['course']
  based_on: number | null
  read: Read
  /** A text in the first language of the course that has one. */
  of: (text: Text | undefined) => string | undefined
  t: Words
}

/** Height in pixels between the lines below a title and the first long text, on a phone. */
const COURSE_HEAD = 400
const QUIZ_HEAD = 360
const ACTIVITY_HEAD = 340

/**
 * The opening of a page of the editor. A supervisor gets their company's own draft. Drafts of the platform are not read here; admins get
 * the version that the draft is based on.
 */
const openingOf = (open: (visit: DraftVisit) => Promise<Opening | null>): OpeningModule => ({
  forAdmins: true,
  default: async ({ session, params, language }) => {
    const id = idIn(params.course)
    if (!id) return null
    const source = session.isAdmin ? await onPlatform(() => publishedParts(id)) : await ownParts(session, id)
    const course = await source?.read('course', '')
    if (!source || !course) return null
    const t: Words = (text, values) => translate(language, `learning.${text}`, values)
    const of = (text: Text = {}) => course.languages.map((language) => text[language]?.trim()).find(Boolean)
    return open({ ...source, params, course, of, t })
  },
})

type Parts = Pick<DraftVisit, 'read' | 'based_on'>

async function ownParts({ companyId }: Session, id: string): Promise<Parts | null> {
  if (!(await settingsOf(learningSettings)).own_courses) return null
  const { draft } = await findDraft({ owner: companyId, membershipId: null, adminName: null }, id)
  const read: Read = async <K extends PartKind>(kind: K, key: string) => {
    const row = await db.from('learning_draft_parts').where({ draft_id: draft.id, kind, key }).select('content').first()
    return row?.content as PartContent[K] | undefined
  }
  return { based_on: draft.based_on, read }
}

async function publishedParts(id: string): Promise<Parts | null> {
  const course = await ownCourse({ owner: null, membershipId: null, adminName: null }, id)
  const newest = await newestVersion(course.id)
  if (!newest?.source) return null
  const parts = partsOf(newest.source)
  const of: { [K in PartKind]?: (key: string) => PartContent[K] | undefined } = {
    course: () => parts.course,
    activity: (key) => parts.activities.get(key),
    question: (key) => parts.questions.get(key),
  }
  return { based_on: newest.number, read: <K extends PartKind>(kind: K, key: string) => Promise.resolve(of[kind]?.(key)) }
}

const field = (text: string | undefined, rows: number, below: number) => text && { field: { text, rows, below } }

export const openings = {
  /** A course: its name and description. */
  course: openingOf(({ course, based_on, of, t }) =>
    Promise.resolve({
      heading: of(course.name) ?? t('editor.title'),
      lead: t(based_on ? 'editor.based_on' : 'editor.based_on_nothing', { number: based_on ?? 0 }),
      back: t('overview.title'),
      ...field(of(course.description), 8, COURSE_HEAD),
    }),
  ),
  /** An activity: its title and the beginning of its text. */
  activity: openingOf(async ({ params, course, read, of, t }) => {
    const part = await read('activity', params.activity ?? '')
    if (!part) return null
    return {
      heading: of(part.title) ?? params.activity!,
      lead: t(`activity_type.${part.type}`),
      back: of(course.name) ?? t('overview.title'),
      ...(part.type === 'quiz' ? field(of(part.intro), 3, QUIZ_HEAD) : field(of(part.body), 8, ACTIVITY_HEAD)),
    }
  }),
  /** A question: its text. */
  question: openingOf(async ({ params, read, of, t }) => {
    const [part, quiz] = [await read('question', `${params.activity}/${params.question}`), await read('activity', params.activity ?? '')]
    if (!part) return null
    return {
      heading: of(part.text) ?? t('question.new'),
      lead: t(`question.type_${part.type}`),
      back: of(quiz?.title) ?? params.activity!,
    }
  }),
} satisfies Record<string, OpeningModule>
