import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { request, toApiError, useErrorText, type ApiError } from '#web/api'
import { useT } from '#web/i18n'
import { ChosenCompany } from '#web/shell'
import { FileDrop, PageHeader, Section, useToast } from '#web/ui'
import type { GroupKind } from '../../contract/index.js'
import type { ImportReport } from '../../server/services/import.js'
import { groupsPath } from '../paths.js'
import { groupsChanged } from '../queries.js'
import { FreshGroups } from '../components/FreshGroups.js'
import { ImportColumnsForm, type ChosenColumns } from '../components/ImportColumnsForm.js'
import { Problems } from '../components/Problems.js'

const MOST_MEGABYTES = 8

/** The headings of a file and their assignment, also when the server could not tell. */
interface FileColumns {
  head: readonly string[]
  columns: ChosenColumns
}

interface Asked {
  apply?: boolean
  columns?: ChosenColumns | undefined
  /** Missing groups are created with this kind. */
  create: GroupKind | null
}

const columnsIn = (error: ApiError) => error.fields.find(({ rule }) => rule === 'no_columns')?.meta as FileColumns | undefined

/** /deelnemers/groepen/importeren: adds people to groups from a CSV file; first a preview, then the valid rows are applied on request. */
export default function ImportPage() {
  const t = useT()
  return (
    <>
      <PageHeader
        title={t('groups.import.title')}
        text={t('groups.import.text')}
        trail={[{ label: t('groups.groups.title'), to: groupsPath() }]}
      />
      <ChosenCompany
        from="/api/groups/companies"
        label={t('groups.column.company')}
        choose={{ title: t('groups.import.choose_company'), text: t('groups.import.text') }}
      >
        {(company, isAdmin) => <ImportSteps key={company} company={isAdmin ? company : ''} />}
      </ChosenCompany>
    </>
  )
}

/** @param company that an admin selected; empty for a supervisor's own */
function ImportSteps({ company }: { company: string }) {
  const t = useT()
  const toast = useToast()
  const { ofError, ofField } = useErrorText()
  const [file, setFile] = useState<File | null>(null)
  const [found, setFound] = useState<FileColumns | null>(null)
  const [report, setReport] = useState<ImportReport | null>(null)
  const [create, setCreate] = useState<GroupKind | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const [busy, setBusy] = useState(false)
  const send = async (chosen: File, { apply = false, columns, create: kind }: Asked) => {
    const body = new FormData()
    body.set('file', chosen)
    const query = new URLSearchParams({ ...(company && { company }), ...(apply && { apply: 'true' }), ...(kind && { create: kind }) })
    for (const [field, place] of Object.entries(columns ?? {})) if (place !== null) query.set(field, String(place))
    setBusy(true)
    setError(null)
    try {
      const { data } = await request<{ data: ImportReport }>(`/api/groups/import?${query.toString()}`, { method: 'POST', body })
      setReport(data)
      setFound(data)
      if (!apply) return
      toast.success(t('groups.import.done', { count: data.good - data.known }))
      groupsChanged()
    } catch (thrown) {
      const refused = toApiError(thrown)
      setReport(null)
      setFound(columnsIn(refused) ?? null)
      setError(columnsIn(refused) ? null : refused)
    } finally {
      setBusy(false)
    }
  }
  const choose = (chosen: File | null) => {
    setFile(chosen)
    setReport(null)
    setFound(null)
    setCreate(null)
    setError(null)
    if (chosen) void send(chosen, { create: null })
  }
  const point = (columns: ChosenColumns) => {
    if (found) setFound({ ...found, columns })
    if (file) void send(file, { columns, create })
  }
  const make = (kind: GroupKind | null) => {
    setCreate(kind)
    if (file) void send(file, { columns: report?.columns, create: kind })
  }
  return (
    <Stack sx={{ gap: 5 }}>
      <Section title={t('groups.import.file')} text={t('groups.import.file_text')}>
        <Box
          component="pre"
          tabIndex={0}
          role="region"
          aria-label={t('groups.import.example_label')}
          sx={{ m: 0, p: 3, bgcolor: 'action.hover', borderRadius: 1, fontSize: '0.8125rem', overflowX: 'auto' }}
        >
          {t('groups.import.example')}
        </Box>
        <FileDrop
          label={t('groups.import.choose')}
          value={file}
          onChange={choose}
          accept=".csv,.txt,.xlsx"
          maxSize={MOST_MEGABYTES}
          error={error ? (error.fields[0] ? ofField(error.fields[0], 'groups') : ofError(error, 'groups')) : undefined}
        />
      </Section>
      {found && !report?.applied && (
        <Section title={t('groups.import.columns')} text={t('groups.import.columns_text')}>
          <ImportColumnsForm head={found.head} columns={found.columns} onChange={point} />
        </Section>
      )}
      {report && (
        <Section title={t('groups.import.result')}>
          <Alert severity={report.applied ? 'success' : report.bad ? 'warning' : 'info'}>
            {t(report.applied ? 'groups.import.applied' : 'groups.import.would', {
              good: report.good - report.known,
              known: report.known,
              bad: report.bad,
              made: report.applied ? report.made : create ? report.fresh.count : 0,
            })}
          </Alert>
          {!report.applied && report.fresh.count > 0 && <FreshGroups fresh={report.fresh} kind={create} onChange={make} />}
          {report.problems.length > 0 && <Problems report={report} />}
          {report.bad > report.problems.length && (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {t('groups.import.more', { count: report.bad - report.problems.length })}
            </Typography>
          )}
          {!report.applied && (
            <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
              {report.good > report.known && (
                <Button
                  variant="contained"
                  loading={busy}
                  onClick={() => file && void send(file, { apply: true, columns: report.columns, create })}
                >
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
  )
}
