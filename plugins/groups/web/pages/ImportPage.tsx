import { Alert, Box, Button, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { useState } from 'react'
import { request, toApiError, useErrorText, type ApiError } from '#web/api'
import { useT } from '#web/i18n'
import { FileDrop, PageHeader, Section, useToast } from '#web/ui'
import type { ImportReport } from '../../server/services/import.js'
import { groupsPath } from '../paths.js'
import { groupsChanged, useCompanies } from '../queries.js'
import { Problems } from '../components/Problems.js'

const MOST_MEGABYTES = 8

/** /deelnemers/groepen/importeren: people into groups by a CSV file; first what would happen, then the good rows when asked. */
export default function ImportPage() {
  const t = useT()
  const toast = useToast()
  const { ofError } = useErrorText()
  const { admin, options } = useCompanies()
  const [company, setCompany] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [report, setReport] = useState<ImportReport | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const [busy, setBusy] = useState(false)
  const send = async (chosen: File, apply: boolean) => {
    const body = new FormData()
    body.set('file', chosen)
    const query = new URLSearchParams({ ...(company && { company }), ...(apply && { apply: 'true' }) })
    setBusy(true)
    setError(null)
    try {
      const { data } = await request<{ data: ImportReport }>(`/api/groups/import?${query.toString()}`, { method: 'POST', body })
      setReport(data)
      if (!apply) return
      toast.success(t('groups.import.done', { count: data.good - data.known }))
      groupsChanged()
    } catch (thrown) {
      setReport(null)
      setError(toApiError(thrown))
    } finally {
      setBusy(false)
    }
  }
  const choose = (chosen: File | null) => {
    setFile(chosen)
    setReport(null)
    setError(null)
    if (chosen) void send(chosen, false)
  }
  return (
    <>
      <PageHeader
        title={t('groups.import.title')}
        text={t('groups.import.text')}
        trail={[{ label: t('groups.groups.title'), to: groupsPath() }]}
      />
      <Stack sx={{ gap: 5 }}>
        <Section title={t('groups.import.file')} text={t('groups.import.file_text')}>
          {admin && (
            <TextField
              select
              size="small"
              label={t('groups.column.company')}
              value={company}
              onChange={(event) => {
                setCompany(event.target.value)
                choose(null)
              }}
            >
              {options.map(({ value, label }) => (
                <MenuItem key={value} value={value}>
                  {label}
                </MenuItem>
              ))}
            </TextField>
          )}
          <Box component="pre" sx={{ m: 0, p: 3, bgcolor: 'action.hover', borderRadius: 1, fontSize: '0.8125rem', overflowX: 'auto' }}>
            {t('groups.import.example')}
          </Box>
          {(!admin || company) && (
            <FileDrop
              label={t('groups.import.choose')}
              value={file}
              onChange={choose}
              accept=".csv,.txt,.xlsx"
              maxSize={MOST_MEGABYTES}
              error={error ? ofError(error, 'groups') : undefined}
            />
          )}
        </Section>
        {report && (
          <Section title={t('groups.import.result')}>
            <Alert severity={report.applied ? 'success' : report.bad ? 'warning' : 'info'}>
              {t(report.applied ? 'groups.import.applied' : 'groups.import.would', {
                good: report.good - report.known,
                known: report.known,
                bad: report.bad,
              })}
            </Alert>
            {report.problems.length > 0 && <Problems report={report} />}
            {report.bad > report.problems.length && (
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {t('groups.import.more', { count: report.bad - report.problems.length })}
              </Typography>
            )}
            {!report.applied && (
              <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
                {report.good > report.known && (
                  <Button variant="contained" loading={busy} onClick={() => file && void send(file, true)}>
                    {t(report.bad ? 'groups.import.take_good' : 'groups.import.take', { count: report.good - report.known })}
                  </Button>
                )}
                <Button color="inherit" onClick={() => choose(null)}>
                  {t('core.actions.cancel')}
                </Button>
              </Stack>
            )}
          </Section>
        )}
      </Stack>
    </>
  )
}
