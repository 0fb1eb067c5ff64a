import { Box } from '@mui/material'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import type { ActivityPart } from '#plugins/learning/server/editor/draft_types'
import type { Draft } from '#plugins/learning/server/transformers/editor_transformer'
import { useT } from '#web/i18n'
import { usePageTitle } from '#web/shell'
import { PageHeader, Section } from '#web/ui'
import { DraftPage, MissingPart, nameOf } from './DraftPage.js'
import { coursePath, overviewPath } from './editor_paths.js'
import { NumberInput } from './NumberInput.js'
import { PartForm } from './PartForm.js'
import { TextsInput } from './TextsInput.js'

interface ActivityEditorProps {
  type: ActivityPart['type']
  /** The fields of its type, after title and minutes. */
  children: (parts: { draft: Draft; activity: string; values: ActivityPart; setValue: (name: string, value: unknown) => void }) => ReactNode
}

/** A page for editing one activity: its header, its title and minutes, and the fields of its type. */
export function ActivityEditor({ type, children }: ActivityEditorProps) {
  const { activity = '' } = useParams()
  return (
    <DraftPage>
      {(draft) => {
        const part = draft.activities[activity]
        if (part?.type !== type) return <MissingPart />
        return (
          <EditorOf draft={draft} activity={activity} part={part}>
            {children}
          </EditorOf>
        )
      }}
    </DraftPage>
  )
}

interface EditorOfProps extends Pick<ActivityEditorProps, 'children'> {
  draft: Draft
  activity: string
  part: ActivityPart
}

function EditorOf({ draft, activity, part, children }: EditorOfProps) {
  const t = useT()
  const { languages } = draft.course
  const title = nameOf(part.title, languages, activity)
  usePageTitle(title)
  return (
    <>
      <PageHeader
        title={title}
        text={t(`learning.activity_type.${part.type}`)}
        trail={[
          { label: t('learning.overview.title'), to: overviewPath() },
          { label: nameOf(draft.course.name, languages, draft.shortname), to: coursePath(draft.id, 'outline') },
        ]}
      />
      <PartForm draft={draft} kind="activity" partKey={activity} content={part}>
        {({ values, setValue }) => (
          <>
            <Section>
              <TextsInput name="title" label={t('learning.editor.field.title')} languages={languages} maxLength={200} />
              <Box sx={{ maxWidth: 220 }}>
                <NumberInput name="minutes" label={t('learning.editor.field.minutes')} suffix={t('learning.editor.minutes')} required />
              </Box>
            </Section>
            {children({ draft, activity, values, setValue })}
          </>
        )}
      </PartForm>
    </>
  )
}
