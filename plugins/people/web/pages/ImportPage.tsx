import { Alert, Box, Button, LinearProgress, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { api, type ApiError, queryClient, request, toApiError, useApiQuery, useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import { ChosenCompany } from '#web/shell'
import { FileDrop, PageHeader, Progress, Section } from '#web/ui'
import { Link, useSearchParams } from 'react-router'
import type { ImportView } from '../../server/services/import_service.js'
import { FreshGroups } from '../components/FreshGroups.js'
import { ImportColumnsForm, columnsMissing } from '../components/ImportColumnsForm.js'
import { ImportForm } from '../components/ImportForm.js'
import { ImportLines } from '../components/ImportLines.js'
import { ImportWhence } from '../components/ImportWhence.js'

const MOST_MEGABYTES = 12
const LOOK_AGAIN_MS = 1500
/** Problems of added lines by reason, such as a course that was not given. */
const REFUSED: Record<string, string> = {
  contract_limit_reached: 'people.import.refused_contract',
  unknown_group: 'people.import.refused_place',
  unknown_manager: 'people.import.refused_place',
}

/** /deelnemers/importeren: adds many people from a file. First shows what would happen, then adds the good lines on request. */
export default function ImportPage() {
  const t = useT()
  return (
    <>
      <PageHeader
        title={t('people.import.title')}
        text={t('people.import.text')}
        trail={[{ label: t('people.participants.title'), to: '/deelnemers' }]}
      />
      <ChosenCompany
        from="/api/people/companies"
        label={t('people.import.company')}
        choose={{ title: t('people.add.choose_company'), text: t('people.import.text') }}
      >
        {(company, isAdmin) => <ImportSteps key={company} company={isAdmin ? company : ''} />}
      </ChosenCompany>
    </>
  )
}

function ImportSteps({ company }: { company: string }) {
  const t = useT()
  const { ofError, ofField } = useErrorText()
  const [file, setFile] = useState<File | null>(null)
  const [params, setParams] = useSearchParams()
  // In the URL: adding fifty thousand people takes minutes, and a person who returns sees the result.
  const id = Number(params.get('import')) || null
  const [error, setError] = useState<ApiError | null>(null)
  const [busy, setBusy] = useState(false)
  const key = ['people', 'import', id]
  const running = (answer: unknown) => ['running', 'undoing'].includes((answer as { data: ImportView } | undefined)?.data.state ?? '')
  const shown = useApiQuery(key, () => api.people.imports.show({ params: { id: id ?? 0 } }), {
    enabled: id !== null,
    again: (answer) => (running(answer) ? LOOK_AGAIN_MS : false),
  })
  const found = id === null || busy ? undefined : (shown.data?.data as ImportView | undefined)
  const view = found && (!company || String(found.company) === company) ? found : undefined
  const show = (chosen: number | null) =>
    setParams(
      (all) => new URLSearchParams([...[...all].filter(([name]) => name !== 'import'), ...(chosen ? [['import', String(chosen)]] : [])]),
    )
  const problem = error ?? shown.error ?? undefined
  const wrong =
    problem &&
    (problem.status === 404
      ? t('people.import.gone')
      : problem.fields[0]
        ? ofField(problem.fields[0], 'people')
        : ofError(problem, 'people'))
  const choose = async (chosen: File | null, whence: { sheet?: number; heading?: number } = {}) => {
    setFile(chosen)
    setError(null)
    if (!chosen) return show(null)
    const body = new FormData()
    body.set('file', chosen)
    const query = new URLSearchParams({ name: chosen.name.slice(0, 200), ...(company && { company }) })
    for (const [name, value] of Object.entries(whence)) query.set(name, String(value))
    setBusy(true)
    try {
      const { data } = await request<{ data: ImportView }>(`/api/people/imports?${query.toString()}`, { method: 'POST', body })
      queryClient.setQueryData(['people', 'import', data.id], { data })
      show(data.id)
    } catch (thrown) {
      setError(toApiError(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack sx={{ gap: 5 }}>
      <Section title={t('people.import.file')} text={t('people.import.file_text')}>
        {/* Wider than a phone screen, so it can be focused and scrolled with the keyboard. */}
        <Box
          component="pre"
          tabIndex={0}
          role="region"
          aria-label={t('people.import.example_label')}
          sx={{ m: 0, p: 3, bgcolor: 'action.hover', borderRadius: 1, fontSize: '0.8125rem', overflowX: 'auto' }}
        >
          {t('people.import.example')}
        </Box>
        <FileDrop
          label={t('people.import.choose')}
          value={file}
          onChange={(chosen) => void choose(chosen)}
          accept=".csv,.txt,.xlsx"
          maxSize={MOST_MEGABYTES}
          error={wrong}
        />
        {busy && <LinearProgress aria-label={t('people.import.reading')} />}
      </Section>
      {view?.state === 'checked' && (
        <Section title={t('people.import.columns')} text={t('people.import.columns_text')}>
          {/* The file itself is not stored on the server: it is only available while this page is open. */}
          {file && <ImportWhence key={view.id} view={view} onRead={(whence) => void choose(file, whence)} />}
          <ImportColumnsForm view={view} />
        </Section>
      )}
      {view && (
        <Section title={t('people.import.result')} text={view.file}>
          <Outcome view={view} onAnother={() => void choose(null)} />
        </Section>
      )}
    </Stack>
  )
}

/** What would happen, what is happening, and what has happened. */
function Outcome({ view, onAnother }: { view: ImportView; onAnother: () => void }) {
  const t = useT()
  const { state, good, bad, added } = view
  // The lines that may be added now.
  const left = state === 'checked' || state === 'stopped' ? view.left : 0
  // Until the columns are assigned, no line is bad.
  const pointed = columnsMissing(view.columns).length === 0
  const text = {
    checked: !pointed ? t('people.import.point') : t('people.import.would', { good, bad }),
    running: t('people.import.running', { good, added }),
    stopped: `${t('people.import.stopped', { added, left })} ${t('people.import.undo_hint')}`,
    done: `${t('people.import.done', { added })} ${t('people.import.undo_hint')}`,
    undoing: t('people.import.undoing'),
    undone: t('people.import.undone', { left: added }),
  }[state]
  const first = pointed ? view.preview : view.problems.slice(0, 5).map(({ line, cells }) => ({ line, cells }))
  const used = Object.values(view.columns).filter((place) => place !== null)
  const told = pointed && view.problems.length > 0 && state !== 'running'
  return (
    <Stack sx={{ gap: 4 }}>
      <Alert severity={state === 'done' ? 'success' : state === 'stopped' || (state === 'checked' && bad && pointed) ? 'warning' : 'info'}>
        {text}
      </Alert>
      {state === 'checked' && pointed && <FreshGroups view={view} />}
      {state === 'running' && <Progress label={t('people.import.task')} hideLabel value={good ? (added / good) * 100 : 0} />}
      {(state === 'checked' || state === 'stopped') && first.length > 0 && (
        <ImportLines title={t('people.import.preview')} head={view.head} lines={first} dayAt={view.columns.birthdate} used={used} />
      )}
      {told && (
        <ImportLines
          title={t('people.import.problems')}
          head={view.head}
          lines={view.problems}
          used={used}
          mend={state === 'checked' ? view.id : null}
        />
      )}
      {told && (
        <Button component="a" href={`/api/people/imports/${view.id}/refused`} download sx={{ alignSelf: 'flex-start' }}>
          {t('people.import.download_refused')}
        </Button>
      )}
      {told && bad > view.problems.length && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('people.import.more', { count: bad - view.problems.length })}
        </Typography>
      )}
      {view.refused.map(({ code, count }) => (
        <Alert key={code} severity="warning">
          {t(REFUSED[code] ?? 'people.import.refused', { count })}
        </Alert>
      ))}
      {left > 0 && <ImportForm key={view.state} view={view} />}
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2 }}>
        {state !== 'checked' && (
          <Button variant="outlined" component={Link} to="/deelnemers?sort=-registration_date">
            {t('people.import.to_list')}
          </Button>
        )}
        <Button color="inherit" onClick={onAnother}>
          {t('people.import.another')}
        </Button>
      </Stack>
    </Stack>
  )
}
