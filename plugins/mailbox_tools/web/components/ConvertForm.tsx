import { Box, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import type { TaskView } from '#core/contract/tasks'
import { api } from '#web/api'
import { pagePath } from '#web/shell'
import { useT } from '#web/i18n'
import { check, CheckInput, DayInput, Form, FormActions, RadioInput, SearchInput, Section, TextInput, useTaskStarted } from '#web/ui'
import { type Column, COLUMNS } from '../../message.js'
import { LeadsPreview, type ShownLeads } from './LeadsPreview.js'

const FORMATS = ['xlsx', 'csv', 'leads'] as const

interface Values {
  words: string
  sender: string
  from: string | null
  until: string | null
  unique: boolean
  columns: Column[]
  format: (typeof FORMATS)[number]
}

const START: Values = {
  ...{ words: '', sender: '', from: null, until: null, unique: true },
  columns: COLUMNS.filter((column) => column !== 'cc' && column !== 'message_id'),
  format: 'xlsx',
}

/** Form for the messages, and what becomes of them: a file with columns, or leads, which are shown first. */
export function ConvertForm({ token, onDone }: { token: string; onDone: () => void }) {
  const t = useT()
  const started = useTaskStarted()
  const [shown, setShown] = useState<ShownLeads | null>(null)
  const startedTask = (task: TaskView) => {
    started(task)
    onDone()
  }
  return (
    <>
      <Form<Values, { task: TaskView } | ShownLeads>
        part="mailbox_tools"
        draftKey={`mailbox_tools.${token}`}
        initialValues={START}
        validate={(values) => [values.format !== 'leads' && check.required(values, 'columns'), check.required(values, 'format')]}
        onSubmit={async ({ from, until, format, columns, unique, words, sender }) => {
          const which = { words, sender, from: from || null, until: until || null }
          if (format === 'leads') return { which, leads: (await api.mailboxTools.leads.preview({ params: { token }, body: which })).data }
          const body = { ...which, format, columns, unique }
          return { task: (await api.mailboxTools.mailboxes.convert({ params: { token }, body })).data }
        }}
        onSuccess={(answer) => {
          if ('task' in answer) startedTask(answer.task)
          else setShown(answer)
        }}
      >
        {({ values }) => (
          <Section title={t('mailbox_tools.which')}>
            <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' } }}>
              <TextInput name="words" label={t('mailbox_tools.words')} help={t('mailbox_tools.words_help')} maxLength={200} />
              <TextInput name="sender" label={t('mailbox_tools.sender')} help={t('mailbox_tools.sender_help')} maxLength={200} />
              <DayInput name="from" label={t('mailbox_tools.from')} min="1970-01-01" />
              <DayInput name="until" label={t('mailbox_tools.until')} min="1970-01-01" />
            </Box>
            <RadioInput
              name="format"
              label={t('mailbox_tools.format')}
              required
              options={FORMATS.filter((format) => format !== 'leads' || pagePath('marketing.leads')).map((format) => ({
                value: format,
                label: t(`mailbox_tools.format_${format}`),
              }))}
            />
            {values.format !== 'leads' && (
              <>
                <CheckInput name="unique" label={t('mailbox_tools.unique')} />
                <SearchInput
                  name="columns"
                  label={t('mailbox_tools.columns')}
                  multiple
                  required
                  options={COLUMNS.map((column) => ({ value: column, label: t(`mailbox_tools.column.${column}`) }))}
                />
              </>
            )}
            <Stack sx={{ gap: 2 }}>
              <FormActions submitLabel={t(values.format === 'leads' ? 'mailbox_tools.leads.see' : 'mailbox_tools.start')} />
              {values.format !== 'leads' && (
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {t('mailbox_tools.started')}
                </Typography>
              )}
            </Stack>
          </Section>
        )}
      </Form>
      {shown && <LeadsPreview token={token} shown={shown} onStarted={startedTask} onClose={() => setShown(null)} />}
    </>
  )
}
