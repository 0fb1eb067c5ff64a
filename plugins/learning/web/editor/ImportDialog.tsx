import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Mistake } from '#plugins/learning/server/course_import/course_types'
import { queryClient, request, toApiError, useErrorText, type ApiError } from '#web/api'
import { useT } from '#web/i18n'
import { FileDrop } from '#web/ui'
import { COURSES_KEY } from './draft_queries.js'
import { coursePath } from './editor_paths.js'

/** Imports a course folder as an archive. Errors are listed with file and line, and then nothing is stored. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const { ofError, ofField } = useErrorText()
  const [file, setFile] = useState<File | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const mistakes = (error?.details.mistakes ?? []) as Mistake[]
  const send = async () => {
    if (!file) return
    const body = new FormData()
    body.set('archive', file)
    setBusy(true)
    setError(null)
    try {
      const { data } = await request<{ data: { id: number } }>('/api/learning/editor/archives', { method: 'POST', body })
      void queryClient.invalidateQueries({ queryKey: COURSES_KEY })
      void navigate(coursePath(data.id))
    } catch (thrown) {
      setError(toApiError(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="import-course">
      <DialogTitle id="import-course">{t('learning.overview.import')}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 4 }}>
          <Typography sx={{ color: 'text.secondary' }}>{t('learning.overview.import_text')}</Typography>
          <FileDrop
            label={t('learning.overview.import_file')}
            value={file}
            onChange={(next) => {
              setFile(next)
              setError(null)
            }}
            accept=".zip"
            maxSize={20}
          />
          {error && (
            <Alert severity="error">
              {error.isValidation ? ofField(error.fields[0]!, 'learning') : ofError(error, 'learning')}
              {mistakes.length > 0 && (
                <Box component="ul" sx={{ m: 0, mt: 2, pl: 4, maxHeight: 280, overflowY: 'auto' }}>
                  {mistakes.map(({ file: name, line, code }, index) => (
                    <li key={index}>
                      {/* An error of the archive itself has no line. */}
                      {name !== '.' && (
                        <code>
                          {name}:{line}{' '}
                        </code>
                      )}
                      {ofField({ field: name, rule: code }, 'learning')}
                    </li>
                  ))}
                </Box>
              )}
            </Alert>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={onClose}>
          {t('core.actions.cancel')}
        </Button>
        <Button variant="contained" disabled={!file} loading={busy} onClick={() => void send()}>
          {t('learning.overview.import_do')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
