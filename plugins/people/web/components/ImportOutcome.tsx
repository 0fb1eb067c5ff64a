import { Alert, Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { Link } from 'react-router'
import { useT } from '#web/i18n'
import { Progress } from '#web/ui'
import type { ImportView } from '../../server/services/import_service.js'
import { NewGroups } from './NewGroups.js'
import { columnsMissing } from './ImportColumnsForm.js'
import { ImportForm } from './ImportForm.js'
import { ImportLines } from './ImportLines.js'
import { useImportWords } from './use_import_words.js'

/** Problems of added lines by reason, such as a course that was not given. */
const REFUSED: Record<string, string> = {
  contract_limit_reached: 'people.import.refused_contract',
  unknown_group: 'people.import.refused_place',
  unknown_manager: 'people.import.refused_place',
}
/** The list that shows the people of a file afterwards. */
const LISTS: Partial<Record<ImportView['target'], string>> = {
  people: '/deelnemers?sort=-registration_date',
  members: '/deelnemers/groepen',
}

interface ImportOutcomeProps {
  view: ImportView
  onAnother: () => void
  /** Takes over the participants. */
  onTake: () => Promise<void>
}

/** The preview, the progress and the result of an import. */
export function ImportOutcome({ view, onAnother, onTake }: ImportOutcomeProps) {
  const t = useT()
  const words = useImportWords(view)
  const { state, good, bad, added, known, target, group } = view
  // The lines that may be added now.
  const left = state === 'checked' || state === 'stopped' ? view.left : 0
  // Until the columns are assigned, no line is bad.
  const pointed = columnsMissing(view).length === 0
  const text = {
    checked: !pointed ? words('point') : words('would', { good, bad, fresh: good - known }),
    running: t('people.import.running', { good, added }),
    stopped: `${t('people.import.stopped', { added, left })} ${t('people.import.undo_hint')}`,
    done: `${words('done', { added })} ${t('people.import.undo_hint')}`,
    undoing: t('people.import.undoing'),
    undone: words('undone', { left: added }),
  }[state]
  const first = pointed ? view.preview : view.problems.slice(0, 5).map(({ line, cells }) => ({ line, cells }))
  const used = Object.values(view.columns).filter((place) => place !== null)
  const told = pointed && view.problems.length > 0 && state !== 'running'
  const list = group ? undefined : LISTS[target]
  return (
    <Stack sx={{ gap: 4 }}>
      <Alert severity={state === 'done' ? 'success' : state === 'stopped' || (state === 'checked' && bad && pointed) ? 'warning' : 'info'}>
        {text}
      </Alert>
      {state === 'checked' && pointed && <NewGroups view={view} />}
      {state === 'running' && <Progress label={t('people.import.task')} hideLabel value={good ? (added / good) * 100 : 0} />}
      {(state === 'checked' || state === 'stopped') && first.length > 0 && (
        <ImportLines
          title={t('people.import.preview')}
          head={view.head}
          lines={first}
          dayAt={view.columns.birthdate}
          nameAt={view.columns.full_name}
          used={used}
        />
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
      {left > 0 && pointed && target === 'participants' && <TakeButton view={view} onTake={onTake} />}
      {left > 0 && target !== 'participants' && <ImportForm key={view.state} view={view} />}
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2 }}>
        {state !== 'checked' && list && (
          <Button variant="outlined" component={Link} to={list}>
            {words('to_list')}
          </Button>
        )}
        <Button color="inherit" onClick={onAnother}>
          {t('people.import.another')}
        </Button>
      </Stack>
    </Stack>
  )
}

function TakeButton({ view: { left, bad }, onTake }: { view: ImportView; onTake: () => Promise<void> }) {
  const words = useImportWords({ target: 'participants' })
  const [busy, setBusy] = useState(false)
  const take = () => {
    setBusy(true)
    void onTake().finally(() => setBusy(false))
  }
  return (
    <Button variant="contained" loading={busy} onClick={take} sx={{ alignSelf: { sm: 'flex-start' } }}>
      {words(bad ? 'take_good' : 'take', { count: left })}
    </Button>
  )
}
