import { Alert, Button, Stack, Typography } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { api, request, useApiMutation, useErrorText, type ApiError } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { check, FactList, FileDrop, Form, FormActions, LoadingState, TextInput, useTaskStarted } from '#web/ui'
import type { TaskView } from '#core/contract/tasks'
import type { SentArchive } from '#core/kit/companies'

/** In megabytes: the maximum size of a task's file. */
const LARGEST = 2048

interface RestoreArchiveProps {
  onDone: () => void
}

/** Restores a company from an archive: the file, its content, and the address that it gets here. */
export function RestoreArchive({ onDone }: RestoreArchiveProps) {
  const t = useT()
  const { ofError } = useErrorText()
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  // The platform stores one archive per person: of two concurrent uploads the last selected one must arrive last.
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])
  const send = useApiMutation(
    ({ chosen, signal }: { chosen: File; signal: AbortSignal }) =>
      request<{ data: SentArchive }>('/api/companies/archives', {
        method: 'POST',
        body: new Blob([chosen], { type: 'application/zip' }),
        signal,
      }),
    { quiet: true },
  )
  const choose = (chosen: File | null) => {
    sending.current?.abort()
    setError(null)
    setFile(chosen)
    send.reset()
    if (!chosen) return
    const { signal } = (sending.current = new AbortController())
    send.mutate({ chosen, signal }, { onError: (failure) => signal.aborted || setError(failure) })
  }
  const sent = send.data?.data
  if (sent?.missing.count) return <Lacking archive={sent} onOther={() => choose(null)} />
  if (sent) return <Restore archive={sent} onOther={() => choose(null)} onDone={onDone} />
  return (
    <Stack sx={{ gap: 4 }}>
      <Typography sx={{ color: 'text.secondary' }}>{t('companies.restore.text')}</Typography>
      <FileDrop
        label={t('companies.restore.file')}
        value={file}
        onChange={choose}
        accept=".zip"
        maxSize={LARGEST}
        error={error ? ofError(error, 'companies') : undefined}
      />
      {send.isPending && (
        <div>
          <Typography role="status">{t('companies.restore.reading')}</Typography>
          <LoadingState shape="rows" count={2} />
        </div>
      )}
    </Stack>
  )
}

/** The archive's description of itself. */
function Holds({ archive: { company, made_at, people, rows, files } }: { archive: SentArchive }) {
  const t = useT()
  const format = useFormat()
  return (
    <>
      <Typography variant="h2">{company.name}</Typography>
      <FactList
        facts={[
          { label: t('companies.restore.made'), value: format.dateTime(made_at) },
          { label: t('companies.restore.holds'), value: t('companies.restore.facts', { people, rows, files }) },
        ]}
      />
      <Alert severity="success">{t('companies.restore.own')}</Alert>
    </>
  )
}

/** It cannot be restored yet: results of people belong to courses that do not exist here. */
function Lacking({ archive, onOther }: { archive: SentArchive; onOther: () => void }) {
  const t = useT()
  const format = useFormat()
  const { count, names } = archive.missing
  return (
    <Stack sx={{ gap: 4 }}>
      <Holds archive={archive} />
      <Alert severity="error">
        {t('companies.restore.missing', { count, names: format.list(names), more: count - names.length })}{' '}
        {t('companies.restore.publish', { count })}
      </Alert>
      <Button variant="outlined" color="inherit" onClick={onOther} sx={{ alignSelf: 'flex-end' }}>
        {t('companies.restore.other')}
      </Button>
    </Stack>
  )
}

function Restore({ archive, onOther, onDone }: { archive: SentArchive; onOther: () => void; onDone: () => void }) {
  const t = useT()
  const started = useTaskStarted()
  const { token, company, is_taken: isTaken } = archive
  return (
    <Form<{ login_id: string }, { data: TaskView }>
      initialValues={{ login_id: isTaken ? '' : company.login_id }}
      part="companies"
      validate={(values) => [check.required(values, 'login_id')]}
      onSubmit={({ login_id }) => api.companies.archives.restore({ body: { token, login_id: login_id.trim() } })}
      onSuccess={({ data }) => {
        started(data)
        onDone()
      }}
    >
      <Stack sx={{ gap: 4 }}>
        <Holds archive={archive} />
        {isTaken && <Alert severity="warning">{t('companies.restore.taken', { login_id: company.login_id })}</Alert>}
        <TextInput name="login_id" label={t('companies.restore.login_id')} help={t('companies.login_id.help')} maxLength={60} required />
        <Typography sx={{ color: 'text.secondary' }}>
          {t('companies.restore.new')} {t('companies.restore.known')} {t('companies.restore.back')}
        </Typography>
        <FormActions submitLabel={t('companies.restore.do', { name: company.name })}>
          <Button variant="outlined" color="inherit" onClick={onOther}>
            {t('companies.restore.other')}
          </Button>
        </FormActions>
      </Stack>
    </Form>
  )
}
