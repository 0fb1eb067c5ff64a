import { Dialog, DialogContent, DialogTitle } from '@mui/material'
import type { ActivityPart } from '#plugins/learning/server/editor/draft_types'
import type { Draft } from '#plugins/learning/server/transformers/editor_transformer'
import { useT } from '#web/i18n'
import { Form, FormActions, RadioInput, TextInput, check, useAskedClose } from '#web/ui'
import { keyOf } from './course_words.js'
import { savePart } from './draft_queries.js'

/** Types of activities that can be created here. */
const TYPES = ['richtext', 'quiz', 'evaluation', 'external', 'scorm'] as const

interface NewActivity {
  title: string
  type: string
}

/** A new activity, with the required fields of its type. Pure. */
export function newActivity(type: string, title: Record<string, string>): ActivityPart {
  if (type === 'quiz') {
    const quiz = {
      questionsPerAttempt: null,
      passPercentage: 70,
      maxAttempts: 3,
      daysUntilNewAttempts: 1,
      countsForProgress: true,
      hasVideo: false,
      correctAnswerVisible: true,
      feedbackVisible: true,
      practice: false,
      lesson: null,
      timeLimitMinutes: null,
    }
    return { type, title, minutes: 5, intro: {}, quiz, questions: [] }
  }
  if (type === 'evaluation') return { type, title, minutes: 2, intro: {}, evaluation: [] }
  if (type === 'external') return { type, title, minutes: 15, body: {}, external: { url: '', finishedBy: 'supervisor' } }
  if (type === 'scorm') return { type, title, minutes: 15, body: {}, package: null }
  return { type: 'richtext', title, minutes: 5, body: {}, watchVideos: false }
}

/** Asks for a step's type and title, and creates it. */
export function AddActivityDialog({ draft, onClose, onAdded }: { draft: Draft; onClose: () => void; onAdded: (key: string) => void }) {
  const t = useT()
  const add = async ({ title, type }: NewActivity) => {
    // A key is never reused: results refer to it, and a removed activity may be restored.
    const key = keyOf(title, new Set([...Object.keys(draft.activities), 'course']))
    await savePart(draft.id, 'activity', key, 0, newActivity(type, { [draft.course.languages[0]!]: title }))
    return key
  }
  const askedClose = useAskedClose(onClose)
  return (
    <Dialog open onClose={askedClose} maxWidth="xs" fullWidth aria-labelledby="add-activity">
      <DialogTitle id="add-activity">{t('learning.outline.add')}</DialogTitle>
      <DialogContent>
        <Form<NewActivity, string>
          initialValues={{ title: '', type: 'richtext' }}
          part="learning"
          guard={false}
          validate={(values) => [check.required(values, 'title')]}
          onSubmit={add}
          onSuccess={(key) => onAdded(key)}
        >
          <RadioInput
            name="type"
            label={t('learning.outline.type')}
            options={TYPES.map((value) => ({ value, label: t(`learning.activity_type.${value}`) }))}
            required
          />
          <TextInput name="title" label={t('learning.editor.field.title')} required autoFocus maxLength={200} />
          <FormActions submitLabel={t('learning.outline.add')} onCancel={onClose} />
        </Form>
      </DialogContent>
    </Dialog>
  )
}
