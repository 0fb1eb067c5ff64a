import { Box, LinearProgress, Stack } from '@mui/material'
import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api, type ApiError, queryClient, request, toApiError, useApiQuery, useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import { FileDrop, LargeDialog, Section } from '#web/ui'
import type { ImportedPerson, PeopleFileProps } from '../../contract/imports.js'
import type { ImportView } from '../../server/services/import_service.js'
import { columnsMissing, ImportColumnsForm } from './ImportColumnsForm.js'
import { ImportOutcome } from './ImportOutcome.js'
import { ImportSheetChoice } from './ImportSheetChoice.js'
import { useImportWords } from './use_import_words.js'

const MOST_MEGABYTES = 12
const LOOK_AGAIN_MS = 1500

/** The import of a file of people (peopleFileSlot): on a page of its own, or in a dialog. */
export default function PeopleFile(props: PeopleFileProps) {
  return props.onClose ? <FileDialog {...props} onClose={props.onClose} /> : <ImportSteps {...props} />
}

function FileDialog(props: PeopleFileProps & { onClose: () => void }) {
  const words = useImportWords(props)
  const { show } = useImportId()
  const { onClose: close } = props
  const onClose = useCallback(() => {
    show(null)
    close()
  }, [show, close])
  return (
    <LargeDialog title={words('title')} onClose={onClose} keepOpen>
      <ImportSteps {...props} onClose={onClose} />
    </LargeDialog>
  )
}

/** The import in the address: adding fifty thousand people takes minutes, and a person who reloads or returns sees it again. */
function useImportId() {
  const [params, setParams] = useSearchParams()
  const show = useCallback(
    (chosen: number | null) =>
      setParams(
        (all) => new URLSearchParams([...[...all].filter(([name]) => name !== 'import'), ...(chosen ? [['import', String(chosen)]] : [])]),
        { replace: true },
      ),
    [setParams],
  )
  return { id: Number(params.get('import')) || null, show }
}

const peopleOf = (id: number) => api.people.imports.people({ params: { id } }) as Promise<{ data: ImportedPerson[] }>

function ImportSteps({ target, company, group = null, onClose, onPeople }: PeopleFileProps) {
  const t = useT()
  const words = useImportWords({ target, group })
  const { ofError, ofField } = useErrorText()
  const [file, setFile] = useState<File | null>(null)
  const { id, show } = useImportId()
  const [error, setError] = useState<ApiError | null>(null)
  const [busy, setBusy] = useState(false)
  const running = (answer: unknown) => ['running', 'undoing'].includes((answer as { data: ImportView } | undefined)?.data.state ?? '')
  const shown = useApiQuery(['people', 'import', id], () => api.people.imports.show({ params: { id: id ?? 0 } }), {
    enabled: id !== null,
    again: (answer) => (running(answer) ? LOOK_AGAIN_MS : false),
  })
  const found = id === null || busy ? undefined : (shown.data?.data as ImportView | undefined)
  const isOwn = found && found.target === target && (!company || String(found.company) === company)
  const view = isOwn ? found : undefined
  const problem = error ?? shown.error ?? undefined
  const wrong =
    problem &&
    (problem.status === 404
      ? t('people.import.gone')
      : problem.fields[0]?.rule === 'too_many_rows' && target === 'participants'
        ? words('too_many')
        : problem.fields[0]
          ? ofField(problem.fields[0], 'people')
          : ofError(problem, 'people'))
  const take = useCallback(
    async (from: number) => {
      const { data } = await peopleOf(from)
      onPeople?.(data)
      onClose?.()
    },
    [onPeople, onClose],
  )
  // The tray of tasks already reports that the members are in the group. Problems are shown first.
  const isOver = target === 'members' && view?.state === 'done' && !view.refused.length
  useEffect(() => {
    if (!isOver || !onClose) return
    void queryClient.invalidateQueries()
    onClose()
  }, [isOver, onClose])
  const choose = async (chosen: File | null, whence: { sheet?: number; heading?: number } = {}) => {
    setFile(chosen)
    setError(null)
    if (!chosen) return show(null)
    const body = new FormData()
    body.set('file', chosen)
    const query = new URLSearchParams({ name: chosen.name.slice(0, 200), target, ...(company && { company }) })
    if (group) query.set('group', String(group))
    for (const [name, value] of Object.entries(whence)) query.set(name, String(value))
    setBusy(true)
    try {
      const { data } = await request<{ data: ImportView }>(`/api/people/imports?${query.toString()}`, { method: 'POST', body })
      // Nobody is added or told yet, and the booking lists everybody: a file without mistakes needs no further click.
      if (target === 'participants' && data.good && !data.bad && !columnsMissing(data).length) return await take(data.id)
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
      <Section title={t('people.import.file')} text={words('file_text')}>
        {/* Wider than a phone screen, so it can be focused and scrolled with the keyboard. */}
        <Box
          component="pre"
          tabIndex={0}
          role="region"
          aria-label={t('people.import.example_label')}
          sx={{ m: 0, p: 3, bgcolor: 'action.hover', borderRadius: 1, fontSize: '0.8125rem', overflowX: 'auto' }}
        >
          {words('example')}
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
      {view && (
        <Result
          key={view.id}
          view={view}
          // The file itself is not stored on the server: it is only available while this page is open.
          onRead={file && ((whence) => void choose(file, whence))}
          onAnother={() => void choose(null)}
          onTake={() => take(view.id)}
        />
      )}
    </Stack>
  )
}

interface ResultProps {
  view: ImportView
  /** Reads the file again from another sheet or line; null without the file. */
  onRead: ((whence: { sheet: number; heading?: number }) => void) | null
  onAnother: () => void
  onTake: () => Promise<void>
}

/** The result of reading the file: the outcome first, unless the person has to assign the columns first. */
function Result({ view, onRead, onAnother, onTake }: ResultProps) {
  const t = useT()
  // As it was when the file was read: nothing moves while columns are chosen.
  const [isPointed] = useState(() => columnsMissing(view).length === 0)
  const outcome = (
    <Section key="outcome" title={t('people.import.result')} text={view.file}>
      <ImportOutcome view={view} onAnother={onAnother} onTake={onTake} />
    </Section>
  )
  const columns = view.state === 'checked' && (
    <Section key="columns" title={t('people.import.columns')} text={t('people.import.columns_text')}>
      {onRead && <ImportSheetChoice key={view.id} view={view} onRead={onRead} />}
      <ImportColumnsForm view={view} />
    </Section>
  )
  return isPointed ? [outcome, columns] : [columns, outcome]
}
