import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  MenuItem,
  Stack,
  TextField,
  Typography,
} from '@mui/material'
import { useState } from 'react'
import { nativeName } from '#core/contract/languages'
import type { ImportReport, Remark } from '#plugins/learning/server/question_exchange/report'
import type { EditedCourseItem } from '#plugins/learning/server/transformers/editor_transformer'
import { queryClient, request, toApiError, urlFor, useErrorText, type ApiError } from '#web/api'
import { useHasMessage, useT } from '#web/i18n'
import { FileDrop } from '#web/ui'
import { poolKey } from './PoolFilter.js'

/** Imports questions of Moodle XML or GIFT into the pool, and gives the reason for each one that was skipped. */
export function ImportQuestionsDialog({ course, onClose }: { course: EditedCourseItem; onClose: () => void }) {
  const t = useT()
  const { ofError } = useErrorText()
  const [file, setFile] = useState<File | null>(null)
  const [language, setLanguage] = useState(course.languages[0] ?? 'nl')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const [report, setReport] = useState<ImportReport | null>(null)
  const reasonOf = useReasons()
  const send = async (simpler = false) => {
    if (!file) return
    const body = new FormData()
    body.set('file', file)
    setBusy(true)
    setError(null)
    setReport(null)
    try {
      const { data } = await request<{ data: ImportReport }>(
        urlFor.post('learning.pool.import', { course: course.id }, { qs: { language, ...(simpler && { simpler }) } }).url,
        {
          method: 'POST',
          body,
        },
      )
      setReport(data)
      void queryClient.invalidateQueries({ queryKey: poolKey(course.id) })
      void queryClient.invalidateQueries({ queryKey: ['learning', 'list', '/api/learning/questions'] })
    } catch (thrown) {
      setError(toApiError(thrown))
    } finally {
      setBusy(false)
    }
  }
  const isDone = report !== null && !report.error
  const withGaps = report?.skipped.filter((remark) => remark.simpler).length ?? 0
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="import-questions">
      <DialogTitle id="import-questions">{t('learning.pool.import_title')}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 4 }}>
          <Typography sx={{ color: 'text.secondary' }}>{t('learning.pool.import_text')}</Typography>
          <FileDrop
            label={t('learning.pool.import_file')}
            value={file}
            onChange={(next) => {
              setFile(next)
              setError(null)
              setReport(null)
            }}
            accept=".xml,.gift,.txt"
            maxSize={20}
          />
          {course.languages.length > 1 && (
            <TextField
              select
              label={t('learning.pool.import_language')}
              value={language}
              onChange={(event) => setLanguage(event.target.value)}
            >
              {course.languages.map((one) => (
                <MenuItem key={one} value={one}>
                  {nativeName(one)}
                </MenuItem>
              ))}
            </TextField>
          )}
          {error && <Alert severity="error">{ofError(error, 'learning')}</Alert>}
          {report?.error && (
            <Alert severity="error">
              {reasonOf(report.error.code, report.error.message)}
              {report.error.line ? ` ${t('learning.pool.import_line', { line: report.error.line })}` : ''}
            </Alert>
          )}
          {isDone && <Alert severity={report.taken ? 'success' : 'info'}>{t('learning.pool.import_taken', { count: report.taken })}</Alert>}
          {isDone && <Remarks title={t('learning.pool.import_skipped', { count: report.skipped.length })} remarks={report.skipped} />}
          {withGaps > 0 && (
            <Alert
              severity="info"
              action={
                <Button color="inherit" size="small" loading={busy} onClick={() => void send(true)}>
                  {t('learning.pool.import_simpler')}
                </Button>
              }
            >
              {t('learning.pool.import_gaps', { count: withGaps })}
            </Alert>
          )}
          {isDone && <Remarks title={t('learning.pool.import_notes', { count: report.notes.length })} remarks={report.notes} />}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant={isDone ? 'contained' : 'outlined'} color={isDone ? 'primary' : 'inherit'} onClick={onClose}>
          {t(isDone ? 'core.actions.close' : 'core.actions.cancel')}
        </Button>
        {!isDone && (
          <Button variant="contained" disabled={!file} loading={busy} onClick={() => void send()}>
            {t('learning.pool.import_do')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

/** The reason, in the reader's language; a reason without a translation is shown as the server wrote it. */
function useReasons() {
  const t = useT()
  const has = useHasMessage()
  return (code: string, reason: string) => (has(`learning.exchange.${code}`) ? t(`learning.exchange.${code}`) : reason)
}

function Remarks({ title, remarks }: { title: string; remarks: readonly Remark[] }) {
  const reasonOf = useReasons()
  if (!remarks.length) return null
  return (
    <Box>
      <Typography variant="subtitle2" component="h3">
        {title}
      </Typography>
      <Box component="ul" sx={{ m: 0, mt: 1, pl: 4, maxHeight: 240, overflowY: 'auto' }} tabIndex={0} aria-label={title}>
        {remarks.map(({ name, code, reason }, index) => (
          <Box component="li" key={index} sx={{ mb: 1, overflowWrap: 'anywhere' }}>
            <strong>{name}</strong>: {reasonOf(code, reason)}
          </Box>
        ))}
      </Box>
    </Box>
  )
}
