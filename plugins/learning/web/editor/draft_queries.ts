import { useMemo } from 'react'
import type { PartContent, PartKind } from '#plugins/learning/server/editor/draft_types'
import type { PartMistake } from '#plugins/learning/server/editor/mistake_places'
import type { Draft } from '#plugins/learning/server/transformers/editor_transformer'
import { api, queryClient, useApiQuery, type FieldError } from '#web/api'

const root = 'learning_editor'
const draftKey = (course: number) => [root, 'draft', course] as const
const checkKey = (course: number) => [root, 'check', course] as const

/** The key of the list and of selects of courses. */
export const COURSES_KEY = ['learning', 'list', '/api/learning/edited'] as const

/** The courses that this person edits. */
export const useEditedCourses = () => useApiQuery([...COURSES_KEY, 'choices'], () => api.learning.editor.index({}))

/** The draft of a course; opening it creates it. Loaded once per visit: saves are written into the cached draft. */
export const useDraft = (course: number) =>
  useApiQuery(
    draftKey(course),
    async () => {
      await api.learning.editor.open({ params: { course } })
      return api.learning.editor.show({ params: { course } })
    },
    { staleTime: 30_000 },
  )

/** Loads the problems that prevent publishing, and a preview. */
export const useDraftCheck = (course: number, enabled = true) =>
  useApiQuery(checkKey(course), () => api.learning.editor.check({ params: { course } }), { keepPrevious: true, enabled })

let looking: ReturnType<typeof setTimeout> | undefined
/** Checks the whole draft again, debounced while typing. */
function lookAgain(course: number): void {
  clearTimeout(looking)
  looking = setTimeout(() => void queryClient.invalidateQueries({ queryKey: checkKey(course) }), 1500)
}

/** Refetches a course's whole draft, after a change of more than one part. */
export async function refreshDraft(course: number): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: draftKey(course) })
  await queryClient.invalidateQueries({ queryKey: checkKey(course) })
}

/** After publishing or discarding, the draft no longer exists. */
export function clearCachedDraft(course: number): void {
  queryClient.removeQueries({ queryKey: draftKey(course) })
  queryClient.removeQueries({ queryKey: checkKey(course) })
  void queryClient.invalidateQueries({ queryKey: COURSES_KEY })
}

/** The URL of a video or captions of a draft. */
export const mediaUrl = (course: number, hash: string) => `/api/learning/editor/courses/${course}/draft/media/${hash}`

/** The URLs of a draft's pictures, also of one that was uploaded a moment ago. */
export const pictureUrls =
  (course: number) =>
  (path: string): string | undefined =>
    knownDraft(course)?.pictures[path]?.url ?? videoUrl(course, path)

const knownDraft = (course: number) => queryClient.getQueryData<{ data: Draft }>(draftKey(course))?.data
const videoUrl = (course: number, path: string) => {
  const hash = knownDraft(course)?.media[path]?.hash
  return hash && mediaUrl(course, hash)
}

const FIELD = {
  course: 'course',
  outline: 'outline',
  activity: 'activities',
  question: 'questions',
  picture: 'pictures',
  media: 'media',
} as const

/** Writes a part and its revision into the cached draft. */
export function cachePart(course: number, kind: PartKind, key: string, content: unknown, revision?: number, savedAt?: string): void {
  queryClient.setQueryData<{ data: Draft }>(draftKey(course), (known) => {
    if (!known) return known
    const field = FIELD[kind]
    const part = field === 'course' || field === 'outline' ? content : { ...known.data[field], [key]: content }
    const revisions = revision ? { ...known.data.revisions, [`${kind}:${key}`]: revision } : known.data.revisions
    return { data: { ...known.data, [field]: part, revisions, changed_at: savedAt ?? known.data.changed_at } as Draft }
  })
}

/** Saves a part of the draft. @param revision the revision it was loaded with; 0 = new */
export async function savePart<K extends Exclude<PartKind, 'picture' | 'media'>>(
  course: number,
  kind: K,
  key: string,
  revision: number,
  content: PartContent[K],
): Promise<{ revision: number; savedAt: string }> {
  const body = { kind, key, revision, content: content as object }
  const { data } = await api.learning.editor.save({ params: { course }, body: body as never })
  cachePart(course, kind, key, content, data.revision, data.saved_at)
  lookAgain(course)
  return { revision: data.revision, savedAt: data.saved_at }
}

/** The errors of one part, for its form. */
export function useMistakes(course: number, kind: PartKind, key: string): readonly FieldError[] {
  const { data } = useDraftCheck(course)
  return useMemo(() => mistakesOf(data?.data.mistakes ?? [], kind, key), [data, kind, key])
}

const mistakesOf = (mistakes: readonly PartMistake[], kind: PartKind, key: string): FieldError[] =>
  mistakes.filter((mistake) => mistake.kind === kind && mistake.key === key).map(({ field, code }) => ({ field, rule: code }))
