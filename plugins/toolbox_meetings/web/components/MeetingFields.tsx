import { Box } from '@mui/material'
import type { ReactNode } from 'react'
import { useT } from '#web/i18n'
import { ChipChoice, DayInput, RadioInput, TextInput, useControl } from '#web/ui'
import { MEETING_KINDS } from '../../kinds.js'

interface MeetingFieldsProps {
  /** Suggestions; one press fills one in. */
  topics?: readonly string[]
  /** Shown below the topic: the audience. */
  children?: ReactNode
}

/** The topic, time and place of a meeting. */
export function MeetingFields({ topics = [], children }: MeetingFieldsProps) {
  const t = useT()
  return (
    <>
      <TextInput name="topic" label={t('toolbox_meetings.topic')} required maxLength={160} />
      {topics.length > 0 && <Suggestions topics={topics} />}
      {children}
      <DayInput name="held_on" label={t('toolbox_meetings.held_on')} required />
      <TextInput name="place" label={t('toolbox_meetings.place')} maxLength={120} />
      <RadioInput
        name="kind"
        label={t('toolbox_meetings.kind')}
        required
        options={MEETING_KINDS.map((value) => ({ value, label: t(`toolbox_meetings.kind.${value}`) }))}
      />
    </>
  )
}

function Suggestions({ topics }: { topics: readonly string[] }) {
  const t = useT()
  const { value, setValue } = useControl('topic')
  return (
    <Box sx={{ mt: -2 }}>
      <ChipChoice
        label={t('toolbox_meetings.create.last_topics')}
        options={topics.map((topic) => ({ value: topic, label: topic }))}
        value={String(value)}
        onChoose={setValue}
      />
    </Box>
  )
}
