import { Box, Stack, Typography } from '@mui/material'
import type { TaskView } from '#core/contract/tasks'
import { api } from '#web/api'
import { useT } from '#web/i18n'
import { check, CheckInput, DayInput, Form, FormActions, RadioInput, SearchInput, Section, TextInput, useTaskStarted } from '#web/ui'
import { COLUMNS } from '../../message.js'

interface Values {
  words: string
  sender: string
  from: string | null
  until: string | null
  unique: boolean
  columns: string[]
  format: string
}

const START: Values = {
  ...{ words: '', sender: '', from: null, until: null, unique: true },
  columns: COLUMNS.filter((column) => column !== 'cc' && column !== 'message_id'),
  format: 'xlsx',
}
const FORMATS = ['xlsx', 'csv'] as const

/** Form for the messages, the columns and the file type. */
export function ConvertForm({ token, onDone }: { token: string; onDone: () => void }) {
  const t = useT()
  const started = useTaskStarted()
  return (
    <Form<Values, { data: TaskView }>
      part="mailbox_tools"
      initialValues={START}
      validate={(values) => [check.required(values, 'columns'), check.required(values, 'format')]}
      onSubmit={({ from, until, ...values }) =>
        api.mailboxTools.mailboxes.convert({ params: { token }, body: { ...values, from: from || null, until: until || null } as never })
      }
      onSuccess={({ data }) => {
        started(data)
        onDone()
      }}
    >
      <Section title={t('mailbox_tools.which')}>
        <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' } }}>
          <TextInput name="words" label={t('mailbox_tools.words')} help={t('mailbox_tools.words_help')} maxLength={200} />
          <TextInput name="sender" label={t('mailbox_tools.sender')} help={t('mailbox_tools.sender_help')} maxLength={200} />
          <DayInput name="from" label={t('mailbox_tools.from')} min="1970-01-01" />
          <DayInput name="until" label={t('mailbox_tools.until')} min="1970-01-01" />
        </Box>
        <CheckInput name="unique" label={t('mailbox_tools.unique')} />
        <SearchInput
          name="columns"
          label={t('mailbox_tools.columns')}
          multiple
          required
          options={COLUMNS.map((column) => ({ value: column, label: t(`mailbox_tools.column.${column}`) }))}
        />
        <RadioInput
          name="format"
          label={t('mailbox_tools.format')}
          required
          options={FORMATS.map((format) => ({ value: format, label: t(`mailbox_tools.format_${format}`) }))}
        />
        <Stack sx={{ gap: 2 }}>
          <FormActions submitLabel={t('mailbox_tools.start')} />
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('mailbox_tools.started')}
          </Typography>
        </Stack>
      </Section>
    </Form>
  )
}
