import { Suspense } from 'react'
import { useParams } from 'react-router'
import type { QuestionPart } from '#plugins/learning/server/editor/draft_types'
import type { Draft } from '#plugins/learning/server/transformers/editor_transformer'
import { useT } from '#web/i18n'
import { usePageTitle } from '#web/shell'
import { LoadingState, PageHeader, Section } from '#web/ui'
import { QUESTION_EDITORS } from '../question_editors/index.js'
import { DraftPage, MissingPart, nameOf } from './DraftPage.js'
import { activityPath, coursePath, overviewPath } from './editor_paths.js'
import { LessonInput } from './LessonInput.js'
import { PartForm } from './PartForm.js'
import { PictureInput } from './PictureInput.js'
import { TagsInput } from './TagsInput.js'
import { TextsInput } from './TextsInput.js'

/** /admin/training/vragen/wijzigen: one question of a quiz. */
export default function EditQuestionPage() {
  const { activity = '', question = '' } = useParams()
  const key = `${activity}/${question}`
  return (
    <DraftPage>
      {(draft) => {
        const part = draft.questions[key]
        return part ? <EditQuestion key={key} draft={draft} activity={activity} partKey={key} part={part} /> : <MissingPart />
      }}
    </DraftPage>
  )
}

interface EditQuestionProps {
  draft: Draft
  activity: string
  partKey: string
  part: QuestionPart
}

function EditQuestion({ draft, activity, partKey, part }: EditQuestionProps) {
  const t = useT()
  const { languages } = draft.course
  const title = nameOf(part.text, languages, t('learning.question.new'))
  usePageTitle(title)
  const field = (name: string) => t(`learning.editor.field.${name}`)
  const editor = QUESTION_EDITORS[part.type]
  return (
    <>
      <PageHeader
        title={title}
        text={t(`learning.question.type_${part.type}`)}
        trail={[
          { label: t('learning.overview.title'), to: overviewPath() },
          { label: nameOf(draft.course.name, languages, draft.shortname), to: coursePath(draft.id, 'outline') },
          { label: nameOf(draft.activities[activity]?.title ?? {}, languages, activity), to: activityPath(draft.id, activity, 'quiz') },
        ]}
      />
      <PartForm draft={draft} kind="question" partKey={partKey} content={part}>
        {({ values }) => (
          <>
            <Section>
              <TextsInput name="text" label={field('text')} languages={languages} rows={2} maxLength={5000} />
              <PictureInput draft={draft} name="picture" label={field('picture')} />
              {values.picture && <TextsInput name="pictureAlt" label={field('pictureAlt')} languages={languages} maxLength={500} />}
              {editor && (
                <Suspense fallback={<LoadingState shape="rows" count={2} />}>
                  <editor.Fields draft={draft} question={values} languages={languages} />
                </Suspense>
              )}
            </Section>
            <Section title={t('learning.question.explanation')}>
              <TextsInput
                name="feedbackCorrect"
                label={field('feedbackCorrect')}
                languages={languages}
                rows={2}
                maxLength={5000}
                optional
              />
              <TextsInput
                name="feedbackIncorrect"
                label={field('feedbackIncorrect')}
                languages={languages}
                rows={2}
                maxLength={5000}
                optional
              />
              <LessonInput
                draft={draft}
                name="lesson"
                label={field('lesson')}
                none={field(draft.activities[activity]?.quiz?.lesson ? 'lesson_question' : 'lesson_none')}
                help={field('lesson_help')}
              />
              <TagsInput name="tags" label={field('tags')} help={field('tags_help')} />
            </Section>
          </>
        )}
      </PartForm>
    </>
  )
}
